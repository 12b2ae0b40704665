package suite

const (
	reasonRange = "type integer becomes int64 in Go, and a number beyond its range is a range issue, never a silent wrap"
	reasonWhole = "3.0 is an integer in every draft, since models and servers do not tell the two apart"
)

// Known are the failing cases of the official suite, all optional, each with the reason. The list may only
// shrink.
var Known = map[string]string{
	"draft2020-12/bignum/integer/a bignum is an integer":                                                                                                            reasonRange,
	"draft2020-12/bignum/integer/a negative bignum is an integer":                                                                                                   reasonRange,
	"draft2020-12/float-overflow/all integers are multiples of 0.5, if overflow is handled/valid if optional overflow handling is implemented":                      reasonRange,
	"draft2019-09/bignum/integer/a bignum is an integer":                                                                                                            reasonRange,
	"draft2019-09/bignum/integer/a negative bignum is an integer":                                                                                                   reasonRange,
	"draft2019-09/float-overflow/all integers are multiples of 0.5, if overflow is handled/valid if optional overflow handling is implemented":                      reasonRange,
	"draft7/bignum/integer/a bignum is an integer":                                                                                                                  reasonRange,
	"draft7/bignum/integer/a negative bignum is an integer":                                                                                                         reasonRange,
	"draft7/float-overflow/all integers are multiples of 0.5, if overflow is handled/valid if optional overflow handling is implemented":                            reasonRange,
	"draft6/bignum/integer/a bignum is an integer":                                                                                                                  reasonRange,
	"draft6/bignum/integer/a negative bignum is an integer":                                                                                                         reasonRange,
	"draft6/float-overflow/all integers are multiples of 0.5, if overflow is handled/valid if optional overflow handling is implemented":                            reasonRange,
	"draft4/bignum/integer/a bignum is an integer":                                                                                                                  reasonRange,
	"draft4/bignum/integer/a negative bignum is an integer":                                                                                                         reasonRange,
	"draft4/zeroTerminatedFloats/some languages do not distinguish between different types of numeric value/a float is not an integer even without fractional part": reasonWhole,
}
