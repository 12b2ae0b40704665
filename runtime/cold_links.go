package runtime

import (
	"github.com/toolgen/toolgen/runtime/internal/decimal"
	"github.com/toolgen/toolgen/runtime/internal/fieldpath"
	"github.com/toolgen/toolgen/runtime/internal/near"
	"github.com/toolgen/toolgen/runtime/internal/shown"
	"github.com/toolgen/toolgen/runtime/internal/sugar"
)

// Short names for the cold path, until it has left this package.

type pathStep = fieldpath.Step

func splitPath(field string) []pathStep            { return fieldpath.Split(field) }
func joinSteps(steps []pathStep) string            { return fieldpath.Join(steps) }
func keyStep(key string) string                    { return fieldpath.Key(key) }
func isIdentifier(key string) bool                 { return fieldpath.IsIdentifier(key) }
func lastKey(steps []pathStep) string              { return fieldpath.LastKey(steps) }
func isJSONNumber(text string) bool                { return decimal.IsNumber(text) }
func compareDecimals(a, b string) int              { return decimal.Compare(a, b) }
func fold(s string) string                         { return near.Fold(s) }
func words(s string) []string                      { return near.Words(s) }
func isWord(s string) bool                         { return near.IsWord(s) }
func scalarGot(v any) any                          { return shown.Scalar(v) }
func stringGot(s string) any                       { return shown.String(s) }
func clip(s string, n int) string                  { return shown.Clip(s, n) }
func nearest(s string, of []string) (string, bool) { return near.Word(s, of) }

func bracketStep(field string) (step pathStep, rest string, ok bool) { return fieldpath.Bracket(field) }

func enumerate(names []string) string             { return sugar.Enumerate(names) }
func groupMessage(word string, k []string) string { return sugar.Group(word, k) }
func groupWords(word string) string               { return sugar.Count(word) }
func pairMessage(word, key, other string) string  { return sugar.Pair(word, key, other) }
