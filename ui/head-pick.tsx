// The checkbox in the head of a table that selects all its rows, for `head` of a column. A phone shows of the head only
// this checkbox, with its words, and not even that if it hides the column.
import './head-pick.css'

/** `chosen` of `count` rows are selected. */
export function HeadPick({
  label,
  chosen,
  count,
  onAll,
}: {
  label: string
  chosen: number
  count: number
  onAll: (isOn: boolean) => void
}) {
  return (
    <label className="head-pick">
      <input
        type="checkbox"
        checked={count > 0 && chosen === count}
        disabled={count === 0}
        ref={(box) => {
          if (box) box.indeterminate = chosen > 0 && chosen < count
        }}
        onChange={({ target }) => onAll(target.checked)}
      />
      <span>{label}</span>
    </label>
  )
}
