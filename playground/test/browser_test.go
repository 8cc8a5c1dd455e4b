// Package test drives the playground's page in a Chromium, as somebody would who opens it. It is a
// module of its own, so that who uses shflgen needs nothing of a browser.
package test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

var (
	shots = flag.String("shots", "", "write a picture of each journey's end into this `folder`")
	soon  = flag.Float64("soon", 0, "fail if the first verdict takes more `milliseconds` after a load; 0: print it alone")
)

// site is what make playground builds.
const site = "../site"

// The ends of a wait and of a journey that hang; none comes near them.
const (
	hang = 30 * time.Second
	wait = 90 * time.Second
)

// page is a tab of a browser that shows the playground.
type page struct {
	t   *testing.T
	ctx context.Context
	url string

	mu     sync.Mutex
	loaded []string // addresses that were asked for
	wrong  []string // what the browser complains of
}

// starts finds a Chromium that shows an empty page. Where none does, as in a container without shared
// memory, nothing is to be learned of the playground.
var starts = sync.OnceValues(func() (string, error) {
	chromium, err := exec.LookPath("chromium")
	if err != nil {
		return "", errors.New("no chromium: toolchain/install.sh chromium installs it on Debian")
	}
	ctx, stop := context.WithTimeout(context.Background(), wait)
	defer stop()
	args := []string{"--headless", "--disable-gpu", "--dump-dom", "about:blank"}
	if os.Getuid() == 0 {
		args = append(args, "--no-sandbox")
	}
	if out, err := exec.CommandContext(ctx, chromium, args...).CombinedOutput(); err != nil {
		return "", fmt.Errorf("%s does not start: %w\n%s", chromium, err, out)
	}
	return chromium, nil
})

// open starts a browser with a window of a size.
func open(t *testing.T, width, height int, more ...chromedp.ExecAllocatorOption) *page {
	t.Helper()
	chromium, err := starts()
	if err != nil {
		t.Skip(err)
	}
	if _, err := os.Stat(filepath.Join(site, "shflgen.wasm.gz")); err != nil {
		t.Fatal("the page is not built: want make playground")
	}
	server := httptest.NewServer(http.FileServer(http.Dir(site)))
	t.Cleanup(server.Close)
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(chromium),
		chromedp.WindowSize(width, height))
	if os.Getuid() == 0 {
		options = append(options, chromedp.NoSandbox) // which root has not got
	}
	ctx, stop := context.WithTimeout(context.Background(), wait)
	t.Cleanup(stop)
	ctx, stop = chromedp.NewExecAllocator(ctx, append(options, more...)...)
	t.Cleanup(stop)
	ctx, stop = chromedp.NewContext(ctx)
	t.Cleanup(stop)
	p := &page{t: t, ctx: ctx, url: server.URL + "/"}
	if err := chromedp.Listen(ctx, p.hear); err != nil {
		t.Fatal(err)
	}
	command(p, network.Enable, network.EnableParams{})
	command(p, log.Enable, cdp.Empty{})
	t.Cleanup(p.check)
	return p
}

// hear notes what the page loads, and every error.
func (p *page) hear(event any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		p.loaded = append(p.loaded, e.Request.URL)
	case *runtime.EventExceptionThrown:
		p.wrong = append(p.wrong, e.ExceptionDetails.Text)
	case *log.EventEntryAdded:
		if e.Entry.Level == log.EntryLevelError {
			p.wrong = append(p.wrong, e.Entry.Text)
		}
	}
}

// check ends a journey: nothing came from elsewhere, and nothing was an error.
func (p *page) check() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, url := range p.loaded {
		if len(url) < len(p.url) || url[:len(p.url)] != p.url && url[:5] != "data:" {
			p.t.Errorf("loaded %s, want nothing but files of the page", url)
		}
	}
	if len(p.loaded) == 0 {
		p.t.Error("nothing was loaded")
	}
	for _, w := range p.wrong {
		p.t.Error(w)
	}
}

func (p *page) run(actions ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	if err := chromedp.Do(p.ctx, actions...); err != nil {
		p.t.Fatal(err)
	}
}

// command sends a command of the DevTools protocol.
func command[P, R any](p *page, c cdp.Command[P, R], params P) {
	p.t.Helper()
	if _, err := chromedp.Call(p.ctx, c, params); err != nil {
		p.t.Fatal(err)
	}
}

// do runs a script on the page.
func (p *page) do(script string) {
	p.t.Helper()
	p.run(chromedp.Evaluate[chromedp.Void](script))
}

// eval is the value of an expression on the page.
func eval[T any](p *page, expression string) T {
	p.t.Helper()
	v, err := chromedp.Run(p.ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		p.t.Fatalf("%s: %v", expression, err)
	}
	return v
}

// until waits for an expression to be true. A page that is being loaded has no answer yet.
func (p *page) until(expression string) {
	p.t.Helper()
	for start := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		holds, err := chromedp.Run(p.ctx, chromedp.Evaluate[bool]("Boolean("+expression+")"))
		switch {
		case err == nil && holds:
			return
		case time.Since(start) > hang:
			p.t.Fatalf("%s does not come true: %v; the verdict reads %q", expression, err,
				eval[string](p, `document.getElementById("verdict").innerText`))
		}
	}
}

// verdict waits for a verdict.
func (p *page) verdict(want string) {
	p.t.Helper()
	p.until(`document.getElementById("verdict").dataset.verdict === ` + quoted(want))
}

// choose selects an option, as a person does with a list.
func (p *page) choose(id, value string) {
	p.t.Helper()
	p.do(`(e => { e.value = ` + quoted(value) + `; e.dispatchEvent(new Event("change")); })(document.getElementById(` +
		quoted(id) + `))`)
}

// shoot takes a picture of the whole page, where one is asked for.
func (p *page) shoot(name string) {
	if *shots == "" {
		return
	}
	p.t.Helper()
	png, err := chromedp.Run(p.ctx, chromedp.FullScreenshot(100))
	if err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(*shots, name+".png"), png, 0o666); err != nil {
		p.t.Fatal(err)
	}
}
