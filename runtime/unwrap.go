package runtime

// frame is the text around a string that is being read as the JSON inside it.
type frame struct {
	src     string
	start   int // of the string
	pos     int // behind the string
	end     int
	depth   int
	patches map[int]patch
}

// unwrap turns to the text inside the string that is next, if that is one whole array or object,
// as wanted. Once that is read, exit comes back.
func (d *Decoder) unwrap(want JSONType) bool {
	start := d.pos
	if d.cfg.leniency&unwrapStrings == 0 || d.src[start] != '"' {
		return false
	}
	inner, ok := d.text()
	if !ok {
		return false
	}
	src := inner + padding
	first := skipSpace(src, 0)
	opens := byte('{')
	if want == TypeArray {
		opens = '['
	}
	if src[first] != opens || !wellFormed(inner, d.cfg.maxDepth-d.depth) {
		d.pos = start
		return false
	}
	d.note(ReceiptUnwrap, stringGot(inner), want.String())
	d.frames = append(d.frames, frame{src: d.src, start: start, pos: d.pos, end: d.end, depth: d.depth, patches: d.patches})
	d.src, d.pos, d.end, d.patches = src, first, len(inner), nil
	d.inner = d.depth
	return true
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
	read := patch{src: d.src, end: d.end, patches: d.patches, inner: true}
	d.frames = d.frames[:n]
	d.src, d.pos, d.end, d.patches = f.src, f.pos, f.end, f.patches
	d.inner = -1
	if n > 0 {
		d.inner = d.frames[n-1].depth
	}
	d.patch(f.start, read)
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

// patch is what the value at some offset was read as, where that is not what stands there. Only
// [Decoder.Reread] needs to know, so that constraints see the value that was read.
type patch struct {
	value any // unless inner

	inner   bool // the JSON inside a string
	src     string
	end     int
	patches map[int]patch
}

// dropped stands for a member that was read as absent.
type dropped struct{}

func (d *Decoder) patch(at int, p patch) {
	if d.patches == nil {
		d.patches = map[int]patch{}
	}
	d.patches[at] = p
}

// patchedAny is Any for a value that was read as something else.
func (d *Decoder) patchedAny(v *any) bool {
	p, ok := d.patches[d.pos]
	if !ok {
		return false
	}
	if p.inner {
		src, pos, end, patches := d.src, d.pos, d.end, d.patches
		d.src, d.end, d.patches = p.src, p.end, p.patches
		d.pos = d.space(0)
		d.Any(v)
		d.src, d.pos, d.end, d.patches = src, pos, end, patches
	} else {
		*v = p.value
	}
	d.Skip()
	return true
}

// withoutDropped removes the members that were read as absent.
func withoutDropped(m map[string]any) {
	for key, value := range m {
		if _, is := value.(dropped); is {
			delete(m, key)
		}
	}
}
