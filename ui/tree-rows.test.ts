import { describe, expect, it } from 'vitest'
import { treeRows, treeStep, withAncestors } from './tree-rows.ts'

const nodes = [
  { id: 1, parentId: null, name: 'Waterworks' },
  { id: 2, parentId: null, name: 'Factory' },
  { id: 3, parentId: 1, name: 'Intake' },
  { id: 4, parentId: 1, name: 'Treatment' },
  { id: 5, parentId: 3, name: 'Screen' },
]
const names = (rows: readonly { node: { name: string }; level: number }[]) =>
  rows.map(({ node, level }) => `${level} ${node.name}`)

describe('the rows of a tree', () => {
  it('put children below their parent, a level deeper', () => {
    expect(names(treeRows(nodes, new Set()))).toEqual([
      '1 Waterworks',
      '2 Intake',
      '3 Screen',
      '2 Treatment',
      '1 Factory',
    ])
  })

  it('leave out what is below a closed node', () => {
    expect(names(treeRows(nodes, new Set([1])))).toEqual(['1 Waterworks', '1 Factory'])
  })

  it('show a node whose parent is missing at the top', () => {
    expect(names(treeRows(nodes.slice(2), new Set()))).toEqual(['1 Intake', '2 Screen', '1 Treatment'])
  })

  it('keep what is above a match', () => {
    const kept = withAncestors(nodes, ({ name }) => name === 'Screen')
    expect(kept.map(({ name }) => name)).toEqual(['Waterworks', 'Intake', 'Screen'])
  })
})

describe('the arrow keys', () => {
  const rows = treeRows(nodes, new Set([3]))
  const step = (index: number, key: string) => treeStep(rows, index, key)

  it('walk up and down and stop at the ends', () => {
    expect(step(0, 'ArrowDown')).toEqual({ focus: 3 })
    expect(step(0, 'ArrowUp')).toEqual({})
    expect(step(3, 'ArrowDown')).toEqual({})
    expect(step(0, 'End')).toEqual({ focus: 2 })
    expect(step(3, 'Home')).toEqual({ focus: 1 })
  })

  it('open to the right, then go in', () => {
    expect(step(1, 'ArrowRight')).toEqual({ toggle: 3 })
    expect(step(0, 'ArrowRight')).toEqual({ focus: 3 })
    expect(step(2, 'ArrowRight')).toEqual({})
  })

  it('close to the left, then go out', () => {
    expect(step(0, 'ArrowLeft')).toEqual({ toggle: 1 })
    expect(step(2, 'ArrowLeft')).toEqual({ focus: 1 })
    expect(step(3, 'ArrowLeft')).toEqual({})
  })
})
