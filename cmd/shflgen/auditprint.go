package main

import (
	"encoding/json"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/shflgen/shflgen/verify"
)

// auditPrinter prints what an audit finds.
type auditPrinter interface {
	finding(f verify.Finding) error
	// nothing prints that a file has no function to audit.
	nothing(path string) error
	// failed is the error of a file that was not audited; it prints it where the form has a place for it.
	failed(path string, err error) error
	end() error
}

// The values of -format.
const (
	sarifFormat  = "sarif"
	githubFormat = "github"
)

func auditFormats() []string { return []string{sarifFormat, githubFormat} }

// printer prints as the flags say.
func (a audits) printer(out io.Writer) auditPrinter {
	switch {
	case a.json:
		return auditJSON{out: out}
	case a.format == sarifFormat:
		return &auditSARIF{out: out}
	case a.format == githubFormat:
		return auditGitHub{out: out}
	}
	return auditText{out: out}
}

// quiet prints no more than findings.
type quiet struct{}

func (quiet) nothing(string) error             { return nil }
func (quiet) failed(_ string, err error) error { return err }
func (quiet) end() error                       { return nil }

// auditText is for people: a line, the line of the source that it is due to, and the call of ours.
type auditText struct {
	quiet
	out io.Writer
}

func (p auditText) finding(f verify.Finding) error {
	_, err := fmt.Fprintln(p.out, message(auditLines(f)))
	return err
}

// auditLines are the lines of a finding.
func auditLines(f verify.Finding) string {
	text := f.String()
	excerpt := f.Excerpt
	if f.Verdict == verify.Refuted && len(f.Reports) > 0 {
		excerpt = f.Reports[0].Excerpt
	}
	if excerpt != "" {
		text += "\n" + excerpt
	}
	if of := f.Replacement(); of != nil {
		text += "\n  instead: shflgen " + strings.Join(of, " ")
		if f.Ready != "" {
			text += ", or " + f.Ready
		}
	}
	return text
}

func (p auditText) nothing(path string) error {
	_, err := fmt.Fprintf(p.out, "%s: no function for the device by which lanes or threads work together\n", path)
	return err
}

// auditJSON is one object a line.
type auditJSON struct {
	quiet
	out io.Writer
}

func (p auditJSON) finding(f verify.Finding) error { return json.NewEncoder(p.out).Encode(f) }

func (p auditJSON) failed(path string, err error) error {
	text, _ := json.Marshal(struct {
		File  string `json:"file"`
		Error string `json:"error"`
	}{path, err.Error()})
	fmt.Fprintln(p.out, string(text))
	return reported{err}
}

// auditGitHub is a workflow command for each finding, which GitHub shows at the line: errors and notices.
type auditGitHub struct {
	quiet
	out io.Writer
}

// ofData and ofProperty escape what a workflow command would read as its own signs.
var (
	ofData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	ofProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

func (p auditGitHub) finding(f verify.Finding) error {
	level := "notice"
	if f.Verdict == verify.Refuted {
		level = "error"
	}
	_, err := fmt.Fprintf(p.out, "::%s file=%s,line=%d,title=%s::%s\n", level, ofProperty.Replace(f.File), f.Line,
		ofProperty.Replace("shflgen audit: "+f.Word()), ofData.Replace(auditLines(f)))
	return err
}

// auditSARIF is one document, which has all findings. SARIF 2.1.0, sections 3.13, 3.14 and 3.27.
type auditSARIF struct {
	quiet
	out     io.Writer
	results []sarifResult
}

type sarifResult struct {
	Rule      string          `json:"ruleId"`
	Level     string          `json:"level"`
	Kind      string          `json:"kind"`
	Message   sarifText       `json:"message"`
	Locations []sarifLocation `json:"locations"`
	Finding   verify.Finding  `json:"properties"`
}

type sarifText struct {
	Text string `json:"text"`
}

type sarifLocation struct {
	Physical struct {
		Artifact struct {
			URI string `json:"uri"`
		} `json:"artifactLocation"`
		Region struct {
			Line int `json:"startLine"`
		} `json:"region"`
	} `json:"physicalLocation"`
}

// sarifKinds are level and kind of a result, by the word of the verdict: a level other than none is that of a failure.
var sarifKinds = map[string][2]string{
	"proved": {"none", "pass"}, "shown": {"none", "pass"}, "refuted": {"error", "fail"}, "undecided": {"none", "open"},
}

func (p *auditSARIF) finding(f verify.Finding) error {
	kind := sarifKinds[f.Word()]
	r := sarifResult{Rule: f.Word(), Level: kind[0], Kind: kind[1], Message: sarifText{auditLines(f)}, Finding: f}
	var at sarifLocation
	at.Physical.Artifact.URI, at.Physical.Region.Line = filepath.ToSlash(f.File), f.Line
	r.Locations = []sarifLocation{at}
	p.results = append(p.results, r)
	return nil
}

func (p *auditSARIF) end() error {
	type rule struct {
		ID   string    `json:"id"`
		Text sarifText `json:"shortDescription"`
	}
	type driver struct {
		Name  string `json:"name"`
		URI   string `json:"informationUri"`
		Rules []rule `json:"rules"`
	}
	type run struct {
		Tool struct {
			Driver driver `json:"driver"`
		} `json:"tool"`
		Results []sarifResult `json:"results"`
	}
	one := run{Results: append([]sarifResult{}, p.results...)}
	one.Tool.Driver = driver{"shflgen", "https://github.com/shflgen/shflgen", []rule{
		{"proved", sarifText{"The function computes what the message says, for every mask and input."}},
		{"shown", sarifText{"The kernel computes what the message says, in the launches that it lists."}},
		{"refuted", sarifText{"The function is right on ordinary numbers, and a call is wrong."}},
		{"undecided", sarifText{"Nothing is said against the function."}},
	}}
	enc := json.NewEncoder(p.out)
	enc.SetIndent("", "  ")
	return enc.Encode(struct {
		Schema  string `json:"$schema"`
		Version string `json:"version"`
		Runs    []run  `json:"runs"`
	}{"https://json.schemastore.org/sarif-2.1.0.json", "2.1.0", []run{one}})
}
