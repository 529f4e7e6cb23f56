extension Evidence {
    /// Where the quote stands in the text that was screened; nil for another text.
    public func range(in text: String) -> Range<String.Index>? {
        let units = text.utf16
        guard
            let from = units.index(units.startIndex, offsetBy: start, limitedBy: units.endIndex),
            let to = units.index(units.startIndex, offsetBy: end, limitedBy: units.endIndex),
            from <= to
        else { return nil }
        return from..<to
    }
}
