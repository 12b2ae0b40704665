package preflight

// Claim is a sentence of a reply that says what became of a write.
type Claim struct {
	Start, End int    // the sentence within the reply, in bytes
	Text       string // the sentence
	// Success is true where the sentence says that a write was made, false where it says that
	// one was not.
	Success bool
	// Tools are the write tools that the sentence may be about; none means any.
	Tools []string
	// Truth is what stands in the place of the sentence, of a claim that is false.
	Truth string
}

// ClaimDetector finds what a reply says about writes. It sees text of a model: it must take linear
// time and not fail on anything. The claims are in the order of the reply and do not overlap.
type ClaimDetector interface {
	Detect(reply string) []Claim
}

// Reply is a reply as it may be shown.
type Reply struct {
	Text   string  // the reply, with the truth in the place of false claims
	Claims []Claim // the claims that were false, in their order
}
