package runtime

// NotRun marks an output with an error: the tool was never entered, and nothing was done.
// It is for whoever runs calls in place of [Toolset.Run], which marks its own. No JSON has the mark, so that
// neither a tool nor a server can set it.
func NotRun(out ToolOutput) ToolOutput {
	if out.Error != nil {
		marked := *out.Error
		marked.unentered = true
		out.Error = &marked
	}
	return out
}

// WasNotRun reports whether the tool of a call was certainly never entered. Of a failed call without the
// mark of [NotRun] it is not known how far the tool got.
func WasNotRun(out ToolOutput) bool { return out.Error != nil && out.Error.unentered }
