# Generates CUDA functions while a project is built:
#
#   include(Shflgen.cmake)
#   shflgen_generate(TARGET warp CONFIG shflgen.yaml)
#
# writes the header that CONFIG names with `cuda:` into the build folder, puts that folder on the include
# path of TARGET, and builds TARGET after it. The header is written again when CONFIG changes.
#
# It runs SHFLGEN_COMMAND: the shflgen of PATH or of Go's bin folder, or else `go run` of SHFLGEN_VERSION.
# Without Go, copy dist/shfl.cuh: it is the header of most functions, ready made.
cmake_minimum_required(VERSION 3.20)

set(SHFLGEN_VERSION latest CACHE STRING "version of shflgen that go run takes")
find_program(SHFLGEN_EXECUTABLE shflgen HINTS ENV GOBIN PATHS "$ENV{GOPATH}/bin" "$ENV{HOME}/go/bin")
if(SHFLGEN_EXECUTABLE)
    set(shflgen_default "${SHFLGEN_EXECUTABLE}")
else()
    find_program(SHFLGEN_GO go)
    if(SHFLGEN_GO)
        set(shflgen_default "${SHFLGEN_GO}" run "github.com/shflgen/shflgen/cmd/shflgen@${SHFLGEN_VERSION}")
    endif()
endif()
set(SHFLGEN_COMMAND "${shflgen_default}" CACHE STRING "the command shflgen, as a list")

function(shflgen_generate)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "TARGET;CONFIG" "")
    if(NOT arg_TARGET OR NOT arg_CONFIG OR arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "shflgen_generate: want TARGET and CONFIG, got: ${ARGV}")
    endif()
    if(NOT TARGET "${arg_TARGET}")
        message(FATAL_ERROR "shflgen_generate: there is no target ${arg_TARGET} yet")
    endif()
    if(NOT SHFLGEN_COMMAND)
        message(FATAL_ERROR "shflgen_generate: there is neither shflgen nor Go; set SHFLGEN_COMMAND, or copy dist/shfl.cuh of shflgen")
    endif()

    # Outputs are relative to the configuration: its copy puts them into the build folder.
    set(folder "${CMAKE_CURRENT_BINARY_DIR}/${arg_TARGET}_shflgen")
    get_filename_component(name "${arg_CONFIG}" NAME)
    get_filename_component(config "${arg_CONFIG}" ABSOLUTE)
    configure_file("${config}" "${folder}/${name}" COPYONLY)
    file(STRINGS "${config}" lines REGEX "^cuda:")
    string(REGEX REPLACE "^cuda:[ \t]*[\"']?([^\"'# \t]*).*$" "\\1" header "${lines}")
    if(NOT header MATCHES "\\.cuh?$" OR header MATCHES "^/|\\.\\./")
        message(FATAL_ERROR "shflgen_generate: ${config}: cuda is \"${header}\", want a file that ends in .cuh or .cu, below the folder")
    endif()
    add_custom_command(
        OUTPUT "${folder}/${header}"
        COMMAND ${SHFLGEN_COMMAND} -config "${name}"
        COMMAND "${CMAKE_COMMAND}" -E touch "${folder}/${header}" # it is not written where it is the same
        DEPENDS "${folder}/${name}"
        WORKING_DIRECTORY "${folder}"
        COMMENT "shflgen: ${header}"
        VERBATIM)
    add_custom_target("${arg_TARGET}_shflgen" DEPENDS "${folder}/${header}")
    add_dependencies("${arg_TARGET}" "${arg_TARGET}_shflgen")

    get_target_property(type "${arg_TARGET}" TYPE)
    if(type STREQUAL "INTERFACE_LIBRARY")
        target_include_directories("${arg_TARGET}" INTERFACE "${folder}")
    else()
        target_include_directories("${arg_TARGET}" PRIVATE "${folder}")
    endif()
endfunction()
