package runtime

import (
	"fmt"
	"maps"
	"sync"
)

// Toolset is the set of tools that a model may call. It may be used by many goroutines at once.
type Toolset struct {
	tools   []Tool
	decode  []DecodeOption
	fill    Injector          // fills injected fields; nil if there is none
	reasons map[string]string // why tools are unavailable, by name
	told    errorPolicy       // what happens to handlers' errors
	once    sync.Once
	byName  map[string]Tool
	ordered []string
	known   map[string][]KnownSpec
	whole   *Toolset // the set that this one is a part of, nil for a whole set
}

// NewToolset makes a set of tools. It only stores the slice; the set is indexed at first use.
//
// Two tools of one name, a nil tool and a tool without a name are bugs of the program: the first use of
// the set panics and names them. Which of two tools runs must not depend on their order.
func NewToolset(tools ...Tool) *Toolset { return &Toolset{tools: tools} }

// having is the set of other tools that treats calls as s does.
func (s *Toolset) having(tools []Tool) *Toolset {
	return &Toolset{tools: tools, decode: s.decode, fill: s.fill, reasons: s.reasons, told: s.told, whole: s.whole}
}

// Decoding returns a set of the same tools that decodes arguments with the options. Leniency is
// limited by each tool's tier, see [ToolSpec.DecodeArgs].
func (s *Toolset) Decoding(opts ...DecodeOption) *Toolset {
	decoding := s.having(s.tools)
	decoding.decode = append(s.decode[:len(s.decode):len(s.decode)], opts...)
	return decoding
}

// MaxArguments is the number of bytes beyond which the set refuses arguments unread, see [MaxBytes].
func (s *Toolset) MaxArguments() int { return DecodingOf(s.decode...).MaxBytes }

// WithTools returns a set of other tools that decodes arguments and fills injected fields as s does.
func (s *Toolset) WithTools(tools ...Tool) *Toolset {
	set := s.having(tools)
	set.whole = nil
	return set
}

// Strict returns a set of the same tools that decodes arguments without options, and fills injected
// fields as s does.
func (s *Toolset) Strict() *Toolset {
	strict := s.having(s.tools)
	strict.decode = nil
	return strict
}

// Unavailable returns a set of the same tools that answers a call of any other tool named here with the
// reason why it cannot be called, instead of saying that there is no such tool. The model gets the reasons
// quoted and cut; names of tools that the set has are ignored.
func (s *Toolset) Unavailable(reasons map[string]string) *Toolset {
	set := s.having(s.tools)
	set.reasons = maps.Clone(reasons)
	return set
}

// index builds what look-ups need.
func (s *Toolset) index() {
	s.once.Do(func() {
		byName := make(map[string]Tool, len(s.tools))
		names := make([]string, 0, len(s.tools))
		for i, t := range s.tools {
			if t == nil {
				panic(fmt.Sprintf("runtime: tool %d of the toolset is nil", i))
			}
			name := specOf(t).Name
			switch {
			case name == "":
				panic(fmt.Sprintf("runtime: tool %d of the toolset has no name", i))
			case byName[name] != nil:
				panic(fmt.Sprintf("runtime: two tools of the toolset are named %q", name))
			}
			byName[name] = t
			names = append(names, name)
		}
		s.byName, s.ordered, s.known = byName, names, sourcesOf(s.tools)
	})
	if s.byName == nil {
		// sync.Once does not run again after a panic; a broken set stays broken, loudly.
		panic("runtime: the toolset is unusable: see the first panic")
	}
}

// Lookup finds a tool by its exact name.
func (s *Toolset) Lookup(name string) (Tool, bool) {
	s.index()
	t, ok := s.byName[name]
	return t, ok
}

// Names lists the tools' names in the order of registration.
func (s *Toolset) Names() []string {
	s.index()
	return append([]string(nil), s.ordered...)
}

// Tools lists the tools in the order of registration.
func (s *Toolset) Tools() []Tool { return append([]Tool(nil), s.tools...) }

// Only returns the set of the named tools, in the order of registration. To a caller of that set
// the other tools do not exist. Names that the set does not have are ignored.
func (s *Toolset) Only(names ...string) *Toolset {
	s.index()
	wanted := make(map[string]bool, len(names))
	for _, name := range names {
		wanted[name] = true
	}
	only := s.having(nil)
	if only.whole == nil {
		only.whole = s
	}
	only.reasons = maps.Clone(s.reasons)
	maps.DeleteFunc(only.reasons, func(name, _ string) bool { return !wanted[name] })
	for i, name := range s.ordered {
		if wanted[name] {
			only.tools = append(only.tools, s.tools[i])
		}
	}
	return only
}
