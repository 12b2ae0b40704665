package mcpguard

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/toolgen/toolgen/gen/dynamic"
	"github.com/toolgen/toolgen/gen/tooldef"
	"github.com/toolgen/toolgen/runtime"
)

// Report tells what a guard cannot check of the server's tools.
type Report struct {
	// Unavailable are tools with unusable schemas, with the reason. Calls of them are rejected, because they
	// cannot be validated.
	Unavailable map[string]error
	// Loosened are tools with constraints that the guard does not check because the SDK rounded a number in
	// them. The server still checks them.
	Loosened []string
}

// list is what is known about the tools of a session.
type list struct {
	tools  *runtime.Toolset
	report Report
}

var errNoSession = errors.New("mcpguard: the guard has no session")

// ready returns the session and its tool list, which is read if necessary.
func (g *Guard) ready(ctx context.Context) (Session, *list, error) {
	if session, known, _, err := g.current(); known != nil || err != nil {
		return session, known, err
	}
	select {
	case g.listing <- struct{}{}:
		defer func() { <-g.listing }()
	case <-ctx.Done():
		return nil, nil, ctx.Err()
	}
	session, known, changes, err := g.current()
	if known != nil || err != nil {
		return session, known, err // another goroutine has read it
	}
	known, err = g.read(ctx, session)
	if err != nil {
		return nil, nil, fmt.Errorf("mcpguard: cannot list the server's tools: %w", err)
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.session == session {
		// A notification during the read made g.changes greater than changes, so the next call reads again.
		g.known, g.knownAt = known, changes
	}
	return session, known, nil
}

// current returns the session and its list, nil if it must be read, and the number of possible changes so far.
func (g *Guard) current() (session Session, known *list, changes int, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case g.session == nil:
		err = errNoSession
	case g.tools != nil:
		known = &list{tools: g.tools}
	case g.knownAt == g.changes:
		known = g.known
	}
	return g.session, known, g.changes, err
}

// maxPages and maxTools bound how much a server can list.
const (
	maxPages = 1000
	maxTools = 20_000
)

func (g *Guard) read(ctx context.Context, session Session) (*list, error) {
	var listed []*mcp.Tool
	params := &mcp.ListToolsParams{}
	for page := 0; ; page++ {
		result, err := session.ListTools(ctx, params)
		if err != nil {
			return nil, err
		}
		if listed = append(listed, result.Tools...); len(listed) > maxTools {
			return nil, fmt.Errorf("there are more than %d tools", maxTools)
		}
		if result.NextCursor == "" {
			break
		}
		if page == maxPages || result.NextCursor == params.Cursor {
			return nil, errors.New("the list has too many pages")
		}
		params = &mcp.ListToolsParams{Cursor: result.NextCursor}
	}
	return g.load(listed)
}

// load interprets the listed tools.
func (g *Guard) load(listed []*mcp.Tool) (known *list, err error) {
	// Pass on only the members that are interpreted, so that nothing else in a definition has an effect.
	type definition struct {
		Name         string               `json:"name"`
		Title        string               `json:"title,omitempty"`
		Description  string               `json:"description,omitempty"`
		InputSchema  any                  `json:"inputSchema,omitempty"`
		OutputSchema any                  `json:"outputSchema,omitempty"`
		Annotations  *mcp.ToolAnnotations `json:"annotations,omitempty"`
	}
	known = &list{report: Report{Unavailable: map[string]error{}}}
	definitions := make([]definition, 0, len(listed))
	for _, t := range listed {
		if t == nil {
			continue
		}
		input, loosened := checkable(t.InputSchema)
		if loosened {
			known.report.Loosened = append(known.report.Loosened, t.Name)
		}
		output, _ := checkable(t.OutputSchema) // only the types of results are checked
		definitions = append(definitions, definition{t.Name, t.Title, t.Description, input, output, t.Annotations})
	}
	data, err := json.Marshal(map[string]any{"tools": definitions})
	if err != nil {
		return nil, err
	}
	opts := g.reading
	opts.Envelope = tooldef.MCP
	set, _ := dynamic.Load("tools/list", data, opts)
	for name, why := range set.Unavailable {
		known.report.Unavailable[name] = fmt.Errorf("mcpguard: %s", why)
	}
	var usable []runtime.Tool
	for _, t := range set.Tools {
		if known.report.Unavailable[t.Spec().Name] == nil {
			usable = append(usable, t)
		}
	}
	known.tools = set.Toolset().WithTools(usable...).Decoding(g.decode...)
	return known, nil
}
