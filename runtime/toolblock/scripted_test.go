package toolblock_test

import (
	"context"
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/toolgen/toolgen/runtime/toolblock"
	"github.com/toolgen/toolgen/runtime/toolgentest"
)

// scripted is a corrector that knows the prompt and nothing else, and does what a careful model
// would: it moves values that stand under another key, takes a path from the text in front of the
// call, uses an empty value where a description allows one, and otherwise gives up.
var scripted = toolblock.CorrectorFunc(func(_ context.Context, p toolblock.Prompt) (string, error) {
	s := script{text: section(p.User, "TEXT")}
	for _, line := range strings.Split(p.User, "\n") {
		if schema, ok := strings.CutPrefix(line, "JSON Schema: "); ok {
			var f form
			if err := json.Unmarshal([]byte(schema), &f); err != nil {
				return "", err
			}
			s.forms = append(s.forms, f)
		}
	}
	_, hint, _ := strings.Cut(p.User, "\nHint:\n")
	hint, _, _ = strings.Cut(hint, "\n")
	call := []byte(section(p.User, "CALL"))
	var object map[string]any
	if json.Unmarshal(call, &object) != nil || object == nil {
		var r toolgentest.Repairer
		call = r.Repair(call, []byte(hint))
		if json.Unmarshal(call, &object) != nil || object == nil {
			return "IMPOSSIBLE", nil
		}
	}
	if strings.Contains(p.User, "those of another tool") {
		s.forms = s.forms[1:]
	}
	mended, ok := s.object(s.forms[0], object, nil)
	if !ok {
		return "IMPOSSIBLE", nil
	}
	out, err := json.Marshal(mended)
	return "Here it is.\n" + fenced(string(out)), err
})

// section is what stands between the marks of a prompt.
func section(prompt, name string) string {
	m := regexp.MustCompile(`(?m)^BEGIN ` + name + ` ([0-9a-f]+)\n`).FindStringSubmatchIndex(prompt)
	if m == nil {
		return ""
	}
	body, _, _ := strings.Cut(prompt[m[1]:], "\nEND "+name+" "+prompt[m[2]:m[3]])
	return body
}

// form is a JSON Schema, as far as the script reads it.
type form struct {
	Type        string
	Const       any
	Description string
	MinLength   int
	Properties  map[string]form
	Required    []string
}

type script struct {
	text  string
	forms []form
}

// object makes an object fit a form. spare are the values of keys further out that nothing knows.
func (s *script) object(f form, have map[string]any, spare map[string]any) (map[string]any, bool) {
	loose := map[string]any{}
	for key, v := range spare {
		loose[key] = v
	}
	out := map[string]any{}
	for key, v := range have {
		if _, known := f.Properties[key]; known {
			out[key] = v
		} else {
			loose[key] = v
		}
	}
	for _, key := range f.Required {
		v, there := out[key]
		if !there {
			v = take(loose, key)
		}
		mended, ok := s.value(key, f.Properties[key], v, loose)
		if !ok {
			return nil, false
		}
		out[key] = mended
	}
	return out, true
}

// value makes a value fit a form.
func (s *script) value(key string, f form, v any, loose map[string]any) (any, bool) {
	if f.Const != nil {
		return f.Const, true
	}
	if f.Type == "object" {
		object, _ := v.(map[string]any)
		if text, ok := v.(string); ok {
			_ = json.Unmarshal([]byte(text), &object) // what is no object stays none
		}
		return s.object(f, object, loose)
	}
	switch t := v.(type) {
	case string:
		if len(t) >= f.MinLength {
			return t, true
		}
	case []any:
		if len(t) == 1 {
			return s.value(key, f, t[0], loose)
		}
	case float64, bool:
		text, _ := json.Marshal(t)
		return string(text), true
	}
	if m := regexp.MustCompile("`([^`\n]+)`").FindStringSubmatch(s.text); m != nil && strings.Contains(f.Description, "File to work on") {
		return m[1], true
	}
	return "", strings.Contains(f.Description, "empty")
}

// take finds the value that stands under a key like the one that is missing, and takes it away.
func take(loose map[string]any, key string) any {
	plain := func(s string) string { return strings.ToLower(strings.NewReplacer("_", "", "-", "").Replace(s)) }
	for _, other := range slices.Sorted(maps.Keys(loose)) { // in a fixed order, since keys may be alike
		a, b := plain(other), plain(key)
		if a == b || strings.HasPrefix(a, b) || strings.HasPrefix(b, a) || letters(a) == letters(b) {
			v := loose[other]
			delete(loose, other)
			return v
		}
	}
	return nil
}

func letters(s string) [26]int {
	var n [26]int
	for _, c := range s {
		if 'a' <= c && c <= 'z' {
			n[c-'a']++
		}
	}
	return n
}

// never is a corrector that must not be asked.
func never(t interface{ Error(...any) }) toolblock.Corrector {
	return toolblock.CorrectorFunc(func(context.Context, toolblock.Prompt) (string, error) {
		t.Error("the corrector was asked")
		return "IMPOSSIBLE", nil
	})
}
