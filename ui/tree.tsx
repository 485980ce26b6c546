// A tree with columns: arrow keys move, open and close; each row has its actions. One row is in the tab order.
import { type CSSProperties, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import './tree.css'
import { Icon } from './icon.tsx'
import { type TreeNode, type TreeRow, treeRows, treeStep } from './tree-rows.ts'

type TreeColumn<N> = { key: string; title: string; cell: (node: N) => ReactNode; align?: 'right' }

export function Tree<N extends TreeNode>({
  label,
  nodes,
  columns,
  acts,
  onEdit,
  onAdd,
  onDelete,
}: {
  label: string
  nodes: readonly N[]
  /** The columns of the tree; the first one is indented. */
  columns: readonly TreeColumn<N>[]
  /** The actions at the end of a row. */
  acts?: (node: N) => ReactNode
  /** Called on Enter or F2 at a row. */
  onEdit?: (node: N) => void
  /** Insert at a row: adds a child. */
  onAdd?: (node: N) => void
  /** Called on Delete at a row. */
  onDelete?: (node: N) => void
}) {
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set())
  const [current, setCurrent] = useState<number>()
  const body = useRef<HTMLTableSectionElement>(null)
  const rows = treeRows(nodes, closed)
  const entry = rows.some(({ node }) => node.id === current) ? current : rows[0]?.node.id

  const keys = new Map([
    ['Enter', onEdit],
    ['F2', onEdit],
    ['Insert', onAdd],
    ['Delete', onDelete],
  ])

  const toggle = (id: number) =>
    setClosed((now) => (now.has(id) ? new Set([...now].filter((each) => each !== id)) : new Set([...now, id])))

  const press = (event: KeyboardEvent, index: number) => {
    // Keys that a button within the row receives are not handled by the row.
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return
    const { focus, toggle: fold } = treeStep(rows, index, event.key)
    const act = keys.get(event.key)
    if (focus === undefined && fold === undefined && !act) return
    event.preventDefault()
    if (fold !== undefined) toggle(fold)
    else if (focus === undefined) act?.(rows[index]!.node)
    else body.current?.querySelector<HTMLElement>(`[data-id="${focus}"]`)?.focus()
  }

  return (
    // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a tree with columns is a table to the eye
    <table className="tree" role="treegrid" aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ key, title, align }) => (
            <th key={key} scope="col" className={align ? 'tree-right' : undefined}>
              {title}
            </th>
          ))}
          {acts && <th scope="col" aria-label=" " />}
        </tr>
      </thead>
      <tbody ref={body}>
        {rows.map((row, index) => (
          <tr
            key={row.node.id}
            style={{ '--depth': row.level - 1 } as CSSProperties}
            data-id={row.node.id}
            aria-level={row.level}
            aria-expanded={row.hasChildren ? row.open : undefined}
            tabIndex={row.node.id === entry ? 0 : -1}
            onFocus={() => setCurrent(row.node.id)}
            onKeyDown={(event) => press(event, index)}
          >
            {columns.map((column, place) => (
              <td
                key={column.key}
                data-title={column.title}
                className={column.align ? 'tree-right' : place === 0 ? 'tree-name' : undefined}
              >
                {place === 0 ? (
                  <Branch row={row} onToggle={() => toggle(row.node.id)}>
                    {column.cell(row.node)}
                  </Branch>
                ) : (
                  column.cell(row.node)
                )}
              </td>
            ))}
            {acts && <td className="tree-acts">{acts(row.node)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Branch<N>({
  row: { open, hasChildren },
  onToggle,
  children,
}: {
  row: TreeRow<N>
  onToggle: () => void
  children: ReactNode
}) {
  return (
    <span className="tree-branch">
      {/* The button is for the mouse only; keyboard users press arrow keys, and the row itself announces whether it is
          open. */}
      <button type="button" tabIndex={-1} aria-hidden disabled={!hasChildren} onClick={onToggle}>
        {hasChildren && <Icon name={open ? 'down' : 'right'} size={14} />}
      </button>
      {children}
    </span>
  )
}
