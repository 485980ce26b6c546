import { expect, test } from 'vitest'
import { isOwnControl } from './own-control.ts'

/** Fake nodes for the rule: their parents, and which nodes are controls. */
function node(within: Element | null = null, isControl = false): Element {
  const made = {
    closest: (): Element | null => (isControl ? made : (within?.closest('') ?? null)) as Element | null,
    contains: (other: { path: unknown[] }) => other.path.includes(made),
    path: [] as unknown[],
  }
  made.path = [made, ...((within as unknown as { path?: unknown[] })?.path ?? [])]
  return made as unknown as Element
}

test('a field within a clickable widget acts alone; a drawing within it does not', () => {
  const group = node()
  const field = node(group, true)
  expect(isOwnControl(group, field)).toBe(true)
  expect(isOwnControl(group, node(field))).toBe(true)
  expect(isOwnControl(group, node(group))).toBe(false)
})

test('a button around the whole page does not belong to the widget', () => {
  const button = node(null, true)
  const widget = node(button)
  expect(isOwnControl(widget, node(widget))).toBe(false)
  expect(isOwnControl(button, button)).toBe(false)
})
