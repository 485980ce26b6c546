// The legend of a chart beside its canvas, as text that can be read aloud and selected. Written without React, because
// its values change with every reading.
export type LegendRow = {
  name: string
  /** The entry's colour, as CSS. */
  colour: string
  value: string
  /** The reason for a doubtful value: bad, old, left out. */
  mark: string
  isOut: boolean
}

export type ChartModel<Option> = {
  option: Option
  legend: readonly LegendRow[]
  /** Shown in the middle of an empty drawing, or at the foot of one that leaves something out. */
  sentence: string
  isEmpty: boolean
}

const made = (tag: string, className: string): HTMLElement => {
  const node = document.createElement(tag)
  node.className = className
  return node
}

function newRow(): HTMLElement {
  const row = made('li', 'chart-legend-row')
  row.append(
    made('i', 'chart-legend-swatch'),
    made('span', 'chart-legend-name'),
    made('b', 'chart-legend-value'),
    made('small', 'chart-legend-mark'),
  )
  return row
}

const write = (node: Element | undefined, text: string): void => {
  if (node && node.textContent !== text) node.textContent = text
}

export function writeLegend(list: HTMLElement, rows: readonly LegendRow[]): void {
  while (list.children.length > rows.length) list.lastElementChild!.remove()
  while (list.children.length < rows.length) list.append(newRow())
  rows.forEach((row, index) => {
    const node = list.children[index] as HTMLElement
    const [swatch, name, value, mark] = node.children as unknown as HTMLElement[]
    if (swatch!.style.getPropertyValue('--swatch') !== row.colour) swatch!.style.setProperty('--swatch', row.colour)
    node.toggleAttribute('data-out', row.isOut)
    node.toggleAttribute('data-marked', row.mark !== '')
    write(name, row.name)
    write(value, row.value)
    write(mark, row.mark)
    if (node.title !== row.name) node.title = row.name
  })
}
