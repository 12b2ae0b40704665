package runtime

import "strings"

// white is what JSON has as white space.
const white = " \t\r\n"

// frame is the text around a string that is being read as the JSON inside it.
type frame struct {
	src     []byte
	start   int // of the string
	pos     int // behind the string
	end     int
	depth   int
	patches []patch
}

// unwrap turns to the text inside the string that is next, if that is one whole array or object,
// as wanted. Once that is read, exit comes back.
func (d *Decoder) unwrap(want JSONType) bool {
	start := d.pos
	if !d.may(unwrapStrings) || d.src[start] != '"' {
		return false
	}
	text, ok := d.text()
	if !ok {
		return false
	}
	inner, repairs, kind := d.embedded(text)
	if kind != want {
		d.pos = start
		return false
	}
	d.note(ReceiptUnwrap, stringGot(text), want.String())
	if d.cfg.receipts != nil && !d.quiet {
		d.receipts = append(d.receipts, repairs...)
	}
	d.frames = append(d.frames, frame{src: d.src, start: start, pos: d.pos, end: d.end, depth: d.depth, patches: d.patches})
	d.src, d.end, d.patches = []byte(inner+padding), len(inner), nil
	d.pos = d.space(0)
	d.inner = d.depth
	return true
}

// embedded is the array or object that a string holds, and its type; 0 for none. Where syntax may
// be repaired, that of the string may be.
func (d *Decoder) embedded(text string) (inner string, repairs []Receipt, kind JSONType) {
	depth := d.cfg.maxDepth - d.depth
	inner = text
	if !wellFormed(inner, depth) {
		if !d.may(repairSyntax) {
			return "", nil, 0
		}
		var ok bool
		if inner, repairs, ok, _ = repair(text, depth); !ok || !wellFormed(inner, depth) {
			return "", nil, 0
		}
	}
	switch strings.TrimLeft(inner, white)[0] {
	case '{':
		return inner, repairs, TypeObject
	case '[':
		return inner, repairs, TypeArray
	}
	return "", nil, 0
}

// embeddedKind is the type of the value that is next or, where that is a string in a place that
// takes none of the types of a string, of the array or object that the string holds.
func (d *Decoder) embeddedKind(allowed []JSONType) JSONType {
	kind := d.Peek()
	if kind != TypeString || !d.may(unwrapStrings) {
		return kind
	}
	for _, kinds := range allowed {
		if kinds.Accepts(TypeString) {
			return kind
		}
	}
	start := d.pos
	text, ok := d.text()
	if !ok {
		return kind
	}
	d.pos = start
	if _, _, inside := d.embedded(text); inside != 0 {
		return inside
	}
	return kind
}

// exit goes one level up, and out of the string that the container was in.
func (d *Decoder) exit() {
	d.depth--
	if d.depth == d.inner && d.fault == nil {
		d.leaveString()
	}
}

func (d *Decoder) leaveString() {
	n := len(d.frames) - 1
	f := d.frames[n]
	read := patch{at: f.start, stop: f.pos, src: d.src, end: d.end, patches: d.patches, inner: true}
	d.frames = d.frames[:n]
	d.src, d.pos, d.end, d.patches = f.src, f.pos, f.end, f.patches
	d.inner = -1
	if n > 0 {
		d.inner = d.frames[n-1].depth
	}
	d.patch(read)
}

// wellFormed reports whether the text is one JSON value, of at most so many levels.
func wellFormed(text string, depth int) bool {
	d := decoders.Get().(*Decoder)
	ok := d.begin([]byte(text), []DecodeOption{MaxBytes(len(text)), MaxDepth(depth)})
	if ok {
		d.quiet = true
		d.Skip()
		ok = d.fault == nil && d.space(d.pos) == d.end
	}
	d.reset()
	decoders.Put(d)
	return ok && depth > 0
}
