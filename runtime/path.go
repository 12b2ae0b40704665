package runtime

import "github.com/toolgen/toolgen/runtime/internal/fieldpath"

// Pointer gives the JSON Pointer (RFC 6901) of a dotted path as issues carry it:
// `Lines[2].Amount` is `/Lines/2/Amount`, `filter["a.b"]` is `/filter/a.b`. The empty path is
// the whole value, whose pointer is empty too. The step `[]`, any item, becomes `-`.
func Pointer(field string) string { return fieldpath.Pointer(field) }

// JoinKey is the dotted path of the member that the object at a path has under a key, as issues carry it: it
// is "Lines[2].Amount" for "Lines[2]" and "Amount", and `filter["a.b"]` for "filter" and "a.b". The whole
// value has the empty path.
func JoinKey(path, key string) string { return fieldpath.JoinKey(path, key) }
