// Package contract checks each sentence of an emitted contract: identity, laws and order
// against the reference, costs against the code of the same file.
package contract
