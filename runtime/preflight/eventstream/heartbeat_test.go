package eventstream_test

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/toolgen/toolgen/runtime/internal/testdiff"
	"github.com/toolgen/toolgen/runtime/preflight/eventstream"
)

// pipes is a listener without a network, for tests in fake time.
type pipes struct {
	conns  chan net.Conn
	closed chan struct{}
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}
func (p *pipes) Close() error   { close(p.closed); return nil }
func (p *pipes) Addr() net.Addr { return &net.UnixAddr{Name: "pipe"} }

// dial connects to a server that listens on pipes and requests the events of t1.
func (p *pipes) dial(t *testing.T) net.Conn {
	client, server := net.Pipe()
	p.conns <- server
	if _, err := io.WriteString(client, "GET /?thread=t1 HTTP/1.0\r\n\r\n"); err != nil {
		t.Error(err)
	}
	return client
}

func inBubble(t *testing.T, f func(t *testing.T, hub *eventstream.Hub, network *pipes), options ...func(*eventstream.Handler)) {
	synctest.Test(t, func(t *testing.T) {
		hub := eventstream.NewHub(eventstream.Limits{})
		network := &pipes{conns: make(chan net.Conn), closed: make(chan struct{})}
		server := &http.Server{Handler: newHandler(hub, options...), Protocols: new(http.Protocols)}
		server.Protocols.SetHTTP1(true)
		server.Protocols.SetUnencryptedHTTP2(true)
		server.RegisterOnShutdown(hub.Close)
		served := make(chan struct{})
		go func() {
			defer close(served)
			_ = server.Serve(network)
		}()
		f(t, hub, network)
		if err := server.Shutdown(context.Background()); err != nil {
			t.Error(err)
		}
		<-served
	})
}

func TestHeartbeat(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T, hub *eventstream.Hub, network *pipes) {
		begin := time.Now()
		go func() {
			time.Sleep(40 * time.Second) // 10 seconds after the second heartbeat
			hub.Emit(step("t1", "event"))
		}()
		client := network.dial(t)
		defer client.Close()
		reader := bufio.NewReader(client)
		var got []string
		for len(got) < 6 {
			line, err := reader.ReadString('\n')
			if err != nil {
				t.Fatal(err)
			}
			switch field, _, _ := strings.Cut(strings.TrimSpace(line), ":"); {
			case line == ":\n":
				got = append(got, time.Since(begin).String()+" heartbeat")
			case field == "data":
				got = append(got, time.Since(begin).String()+" event")
			}
		}
		want := []string{"15s heartbeat", "30s heartbeat", "40s event", "55s heartbeat", "1m10s heartbeat", "1m25s heartbeat"}
		if diff := testdiff.Diff(want, got); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
	})
}

// TestStalledFor checks that a client that stops reading is dropped at the write timeout, not at the next event
// or heartbeat.
func TestStalledFor(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T, hub *eventstream.Hub, network *pipes) {
		client := network.dial(t)
		defer client.Close()
		synctest.Wait()
		if got := hub.Stats().Readers; got != 1 {
			t.Fatalf("%d readers", got)
		}
		time.Sleep(3*time.Second - time.Nanosecond)
		synctest.Wait()
		before := hub.Stats().Readers
		time.Sleep(2 * time.Nanosecond)
		synctest.Wait()
		if after := hub.Stats().Readers; before != 1 || after != 0 {
			t.Errorf("%d readers before the limit, %d after it", before, after)
		}
	}, func(h *eventstream.Handler) { h.WriteTimeout = 3 * time.Second })
}

func TestLifetime(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T, hub *eventstream.Hub, network *pipes) {
		begin := time.Now()
		client := network.dial(t)
		defer client.Close()
		if _, err := io.Copy(io.Discard, client); err != nil {
			t.Error(err)
		}
		if got := time.Since(begin); got != time.Minute {
			t.Errorf("ended after %v", got)
		}
	}, func(h *eventstream.Handler) { h.Lifetime = time.Minute })
}

// TestTimesThatAreNone checks that durations of 0 or less select the defaults.
func TestTimesThatAreNone(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T, hub *eventstream.Hub, network *pipes) {
		begin := time.Now()
		client := network.dial(t)
		defer client.Close()
		text, err := io.ReadAll(client)
		if err != nil {
			t.Error(err)
		}
		_, body, _ := strings.Cut(string(text), "\r\n\r\n")
		// One more heartbeat may be sent at the moment the connection ends.
		beats := strings.Count(body, ":\n\n")
		if body != "retry: 2000\n\n"+strings.Repeat(":\n\n", beats) || beats != 239 && beats != 240 {
			t.Errorf("%d heartbeats: %.40q", beats, body)
		}
		if got := time.Since(begin); got != time.Hour {
			t.Errorf("ended after %v", got)
		}
	}, func(h *eventstream.Handler) {
		h.Heartbeat, h.Retry, h.WriteTimeout, h.Lifetime = 0, -time.Second, -1, 0
	})
}

// TestHTTP2 uses HTTP/2, where an expired write deadline ends the stream even if nothing is being written.
func TestHTTP2(t *testing.T) {
	t.Parallel()
	inBubble(t, func(t *testing.T, hub *eventstream.Hub, network *pipes) {
		transport := &http.Transport{Protocols: new(http.Protocols), DialContext: func(context.Context, string, string) (net.Conn, error) {
			client, server := net.Pipe()
			network.conns <- server
			return client, nil
		}}
		transport.Protocols.SetUnencryptedHTTP2(true)
		defer transport.CloseIdleConnections()
		ctx, cancel := context.WithCancel(context.Background())
		defer cancel()
		request, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://server/?thread=t1", nil)
		if err != nil {
			t.Fatal(err)
		}
		response, err := transport.RoundTrip(request)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		heartbeats := 0
		m, err := readMessage(bufio.NewReader(response.Body), func(string) {
			if heartbeats++; heartbeats == 3 {
				hub.Emit(step("t1", "event"))
			}
		})
		if err != nil || response.ProtoMajor != 2 || detail(t, m.data) != "event" {
			t.Errorf("%s: %v after %d heartbeats: %+v", response.Proto, err, heartbeats, m)
		}
	})
}
