import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { limits } from '../../../contract/limits.ts'
import { emptyScene, type SceneContent } from '../../../contract/scene-document.ts'
import { countBindings, merged, newViewId, nodeIn, roomFor, withNode, withViews } from './content.ts'
import { type Editing, edited, isUnsaved, opened, redone, savedAs, undone } from './editing.ts'

const titled = (content: SceneContent, name: string, title: string) =>
  withNode(content, { ...nodeIn(content, name), title })
const view = (id: string, name = id): SceneContent['views'][number] => ({
  ...{ id, name, position: [1, 2, 3], target: [0, 0, 0] },
})

describe('a step', () => {
  const first = opened(emptyScene)
  const named = edited(first, titled(emptyScene, 'Pump', 'P-1'))
  test('is undone and redone, and the saved state counts as saved', () => {
    expect([isUnsaved(first), isUnsaved(named)]).toEqual([false, true])
    expect(undone(named).content).toBe(emptyScene)
    expect(isUnsaved(undone(named))).toBe(false)
    expect(redone(undone(named)).content).toBe(named.content)
    expect(redone(named)).toBe(named)
    expect(undone(first)).toBe(first)
  })

  test('of typing is merged with the one before, until it is saved', () => {
    const type = (state: Editing, title: string) => edited(state, titled(state.content, 'Pump', title), 'title')
    const typed = type(type(type(first, 'P'), 'P-'), 'P-1')
    expect(typed.past).toHaveLength(1)
    expect(undone(typed).content).toBe(emptyScene)
    const later = type(savedAs(typed, typed.content), 'P-12')
    expect(later.past).toHaveLength(2)
    expect(isUnsaved(undone(later))).toBe(false)
  })

  test('clears the redo list; the number of undo steps is limited', () => {
    const other = edited(undone(named), titled(emptyScene, 'Fan', 'F'))
    expect(other.future).toEqual([])
    let state = first
    for (let step = 0; step < limits.undoSteps + 5; step += 1)
      state = edited(state, titled(state.content, 'Pump', `P-${step}`))
    expect(state.past).toHaveLength(limits.undoSteps)
  })

  test('of any kind is undone to the first state and redone to the last', () => {
    const steps = fc.array(fc.tuple(fc.constantFrom('Pump', 'Fan', 'Well'), fc.string({ maxLength: 5 })), {
      maxLength: limits.undoSteps,
    })
    fc.assert(
      fc.property(steps, (all) => {
        let state = first
        for (const [name, title] of all) state = edited(state, titled(state.content, name, title))
        const last = state.content
        while (state.past.length > 0) state = undone(state)
        expect(state.content).toEqual(emptyScene)
        while (state.future.length > 0) state = redone(state)
        expect(state.content).toBe(last)
      }),
    )
  })
})

describe('the content', () => {
  test('has no node without effect', () => {
    const named = titled(emptyScene, 'Pump', 'P-1')
    expect(named.nodes.map(({ name }) => name)).toEqual(['Pump'])
    expect(titled(named, 'Pump', '').nodes).toEqual([])
  })

  test('accepts bindings up to the limits of node and scene', () => {
    const bindings = Array.from({ length: limits.sceneNodeBindings }, (_, at) => ({ signalId: at + 1 }))
    let content: SceneContent = emptyScene
    expect(roomFor(content, 'n0')).toBe(limits.sceneNodeBindings)
    for (let at = 0; at < limits.sceneBindings / limits.sceneNodeBindings; at += 1)
      content = withNode(content, { ...nodeIn(content, `n${at}`), bindings })
    expect(countBindings(content)).toBe(limits.sceneBindings)
    expect([roomFor(content, 'n0'), roomFor(content, 'new')]).toEqual([0, 0])
  })

  test('opens with an existing view, or with the whole model', () => {
    const content = { ...withViews(emptyScene, [view('v1'), view('v2')]), startView: 'v2' }
    expect(withViews(content, [view('v2')]).startView).toBe('v2')
    expect(withViews(content, [view('v1')]).startView).toBe('')
    expect(newViewId([view('v1'), view('v3')])).toBe('v4')
  })
})

describe('two people', () => {
  const base = withViews(titled(titled(emptyScene, 'Pump', 'P'), 'Fan', 'F'), [view('v1')])
  test.each<[string, SceneContent, SceneContent, object]>([
    [
      'keep what each did to another node',
      titled(base, 'Pump', 'mine'),
      titled(base, 'Fan', 'theirs'),
      { Pump: 'mine', Fan: 'theirs', both: [] },
    ],
    [
      'are told of a node that both changed, and mine is kept',
      titled(base, 'Pump', 'mine'),
      titled(base, 'Pump', 'theirs'),
      { Pump: 'mine', Fan: 'F', both: ['Pump'] },
    ],
    [
      'who did the same have not met',
      titled(base, 'Pump', 'same'),
      titled(base, 'Pump', 'same'),
      { Pump: 'same', Fan: 'F', both: [] },
    ],
    [
      'take away what one of them took away',
      titled(base, 'Pump', ''),
      titled(base, 'Fan', 'theirs'),
      { Fan: 'theirs', both: [] },
    ],
    [
      'keep a node that they took away and I changed',
      titled(base, 'Pump', 'mine'),
      titled(base, 'Pump', ''),
      { Pump: 'mine', Fan: 'F', both: ['Pump'] },
    ],
    ['keep new nodes of both', titled(base, 'A', 'a'), titled(base, 'B', 'b'), { A: 'a', B: 'b', Pump: 'P', both: [] }],
  ])('%s', (_, mine, theirs, expected) => {
    const { content, both } = merged(base, mine, theirs)
    const titles = Object.fromEntries(content.nodes.map(({ name, title }) => [name, title]))
    expect({ ...titles, both }).toMatchObject(expected)
    expect(Object.keys(titles)).toHaveLength(new Set([...Object.keys(titles)]).size)
  })

  test('merge the names of views, and the chosen start view wins', () => {
    const mine = withViews(base, [view('v1', 'Mine'), view('v2', 'Added')])
    const theirs = { ...withViews(base, [view('v1', 'Theirs')]), startView: 'v1' }
    const { content, both } = merged(base, mine, theirs)
    expect(content.views.map(({ name }) => name)).toEqual(['Mine', 'Added'])
    expect([content.startView, both]).toEqual(['v1', ['Mine']])
  })
})
