package expr

import "strconv"

// formatPart is literal text or a verb.
type formatPart struct {
	text      string
	verb      byte // 's', 'd', 'f'; 0 for text
	precision int
}

// splitFormat parses the layout of format(); ok is false for an unknown verb.
func splitFormat(layout string) (parts []formatPart, ok bool) {
	text := ""
	for i := 0; i < len(layout); i++ {
		if layout[i] != '%' {
			text += layout[i : i+1]
			continue
		}
		if i++; i == len(layout) {
			return nil, false
		}
		if layout[i] == '%' {
			text += "%"
			continue
		}
		part := formatPart{precision: 6}
		if layout[i] == '.' {
			end := i + 1
			for end < len(layout) && layout[end] >= '0' && layout[end] <= '9' {
				end++
			}
			n, err := strconv.Atoi(layout[i+1 : end])
			if err != nil || end == len(layout) || n > 20 || layout[end] != 'f' {
				return nil, false
			}
			part.precision, i = n, end
		}
		switch part.verb = layout[i]; part.verb {
		case 's', 'd', 'f':
		default:
			return nil, false
		}
		if text != "" {
			parts, text = append(parts, formatPart{text: text}), ""
		}
		parts = append(parts, part)
	}
	if text != "" {
		parts = append(parts, formatPart{text: text})
	}
	return parts, true
}
