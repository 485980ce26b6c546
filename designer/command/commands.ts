// All commands that change a page or its selection by key, button or menu, in the order of the menu. [S4 Designer]
import { limits } from '../../contract/limits.ts'
import type { PageWidget } from '../../contract/page-document.ts'
import { aligned, type Edge, type Order, ordered, spread } from '../document/arrange.ts'
import { copied, freeId, pasted, pastedFrom } from '../document/clipboard.ts'
import { find, idsIn, idsOf, isHidden, isLocked, replaced } from '../document/find.ts'
import { boxOf, middleOf, turnedAbout, unionOf } from '../document/geometry.ts'
import { grouped, groupType, ungrouped } from '../document/group.ts'
import { heldOnPage } from '../document/hold.ts'
import { frameOf, freeOf, seenOf, steppedBy } from '../document/inside.ts'
import { isTied } from '../pipe/pipe.ts'
import { deselect, type EditorState, edited, redone, selectedAs, undone, withFitted, withWidgets } from '../state.ts'
import type { Command, Context, Outcome, Refusal } from './command.ts'
import { connect, mayConnect } from './connect.ts'
import { addGuide, guideMoved, hasGuides, nextGuide, withoutGuide } from './guide.ts'
import { hiddenIn, withHidden } from './hide.ts'

const chosen = ({ document, selected }: EditorState): PageWidget[] =>
  selected.flatMap((id) => find(document.widgets, id) ?? [])
/** The selected widgets at the top level, in page order; widgets within a group are not arranged. */
function topmost({ document, selected }: EditorState): PageWidget[] {
  const ids = new Set(selected)
  return document.widgets.filter(({ id }) => ids.has(id))
}
const free = ({ document, selected }: EditorState): PageWidget[] => freeOf(document, selected)

const picked = (state: EditorState): true | Refusal => state.selected.length > 0 || 'nothingSelected'
const anyFree = (state: EditorState): true | Refusal => {
  if (state.selected.length === 0) return 'nothingSelected'
  return free(state).length > 0 || 'locked'
}
const hasCopy = (_: EditorState, { clipboard }: Context): true | Refusal => clipboard.text !== '' || 'nothingCopied'
const countUnlocked = (widgets: readonly PageWidget[]): number => widgets.filter((widget) => !isLocked(widget)).length

const each =
  (change: (widget: PageWidget) => PageWidget | null, of = free) =>
  (state: EditorState): Outcome => ({
    state: withFitted(state, replaced(state.document.widgets, idsOf(of(state)), change)),
  })

function paste(state: EditorState, { clipboard: { text, pastes } }: Context, turn: number): Outcome {
  const widgets = pastedFrom(text)
  if (!widgets) return { refused: 'nothingCopied' }
  const next = pasted(state.document, widgets, turn)
  if ('refused' in next) return next
  return { state: edited(state, next), pastes: pastes + 1 }
}

/** The selected widgets without pipes between other widgets, because pipes follow those. */
function withoutPipes(state: EditorState): PageWidget[] {
  const all = topmost(state)
  const others = all.filter((widget) => !isTied(widget))
  return others.length > 0 ? others : all
}

const arranged =
  (
    change: (widgets: PageWidget[], ids: Set<string>, state: EditorState) => PageWidget[] | undefined,
    of = withoutPipes,
  ) =>
  (state: EditorState): Outcome => {
    const widgets = change(state.document.widgets, idsOf(of(state)), state)
    return widgets ? { state: withWidgets(state, widgets) } : { refused: 'needsThree' }
  }

function group(state: EditorState): Outcome {
  const id = freeId(new Set(idsIn(state.document.widgets)))
  const widgets = grouped(state.document.widgets, idsOf(topmost(state)), id)
  return widgets ? { state: withWidgets(state, widgets, { selected: [id] }) } : { refused: 'needsTwo' }
}

const isGroup = (widget: PageWidget): boolean => widget.widgetType === groupType && !isLocked(widget)

function ungroup(state: EditorState): Outcome {
  const groups = topmost(state).filter(isGroup)
  const inner = groups.flatMap(({ children = [] }) => children.map(({ id }) => id))
  const rest = state.selected.filter((id) => !groups.some((each) => each.id === id))
  const widgets = state.document.widgets.flatMap((each) => (groups.includes(each) ? ungrouped(each) : [each]))
  return { state: withWidgets(state, widgets, { selected: [...rest, ...inner] }) }
}

function rotate(state: EditorState): Outcome {
  const widgets = free(state)
  const middle = middleOf(unionOf(widgets.map(({ position }) => boxOf(position)))!)
  const change = (widget: PageWidget) => ({
    ...widget,
    position: turnedAbout(widget.position, middle, limits.rotationStep),
  })
  return { state: withFitted(state, replaced(state.document.widgets, idsOf(widgets), change)) }
}

const nudge = (keys: string, dx: number, dy: number, name: Command['name']): Command => ({
  key: `nudge${keys}`,
  ...{ name, keys: [keys], when: (state) => state.guide !== null || anyFree(state) },
  // Consecutive steps are undone together.
  run: (state) => {
    if (state.guide) return { state: guideMoved(state, state.guide, { x: dx, y: dy }) }
    const moved = free(state)
    const seen = seenOf(state.document, [...idsOf(moved)])
    const boxes = seen.map(({ position }) => boxOf(position))
    const by = heldOnPage(boxes, { x: dx, y: dy }, state.document.con)
    const widgets = steppedBy(state.document.widgets, moved, by)
    return { state: withFitted(state, widgets, { key: `nudge ${state.selected.join()}` }) }
  },
})

const order = (of: Order, keys: readonly string[], name: Command['name']): Command => ({
  key: of,
  ...{ name, keys, when: anyFree },
  run: arranged((widgets, ids) => ordered(widgets, ids, of), topmost),
})

const canSpread = (state: EditorState): true | Refusal => countUnlocked(withoutPipes(state)) >= 3 || 'needsThree'

const align = (edge: Edge, name: Command['name']): Command => ({
  key: `align-${edge}`,
  ...{ name, keys: [], when: anyFree },
  run: arranged((widgets, ids, { document: { con } }) =>
    aligned(widgets, ids, edge, { x: 0, y: 0, width: con.width, height: con.height }),
  ),
})

const put = (key: string, name: Command['name'], run: Command['run'], more: Partial<Command> = {}): Command => ({
  ...{ key, name, keys: [], when: picked, run },
  ...more,
})

/** Hidden widgets are deselected. */
function hide(state: EditorState): Outcome {
  return { state: selectedAs(withHidden(state, state.selected, true), []) }
}

const copy = (state: EditorState): Outcome => ({
  state,
  copy: copied(seenOf(state.document, state.selected)),
  pastes: 0,
})

export const commands: readonly Command[] = [
  put('undo', { en: 'Undo', 'zh-cn': '撤销' }, (state) => ({ state: undone(state) }), {
    keys: ['Mod+Z'],
    when: ({ past }) => past.length > 0 || 'nothingToUndo',
  }),
  put('redo', { en: 'Redo', 'zh-cn': '重做' }, (state) => ({ state: redone(state) }), {
    keys: ['Mod+Shift+Z', 'Mod+Y'],
    when: ({ future }) => future.length > 0 || 'nothingToUndo',
  }),
  put(
    'cut',
    { en: 'Cut', 'zh-cn': '剪切' },
    (state) => {
      const outcome = each(() => null)(state)
      return { ...outcome, copy: copied(seenOf(state.document, [...idsOf(free(state))])), pastes: 0 }
    },
    { keys: ['Mod+X'], when: anyFree },
  ),
  put('copy', { en: 'Copy', 'zh-cn': '复制' }, copy, { keys: ['Mod+C'] }),
  put(
    'paste',
    { en: 'Paste', 'zh-cn': '粘贴' },
    (state, context) => paste(state, context, context.clipboard.pastes + 1),
    { keys: ['Mod+V'], when: hasCopy },
  ),
  put('pasteInPlace', { en: 'Paste in place', 'zh-cn': '原位粘贴' }, (state, context) => paste(state, context, 0), {
    keys: ['Mod+Shift+V'],
    when: hasCopy,
  }),
  put(
    'duplicate',
    { en: 'Duplicate', 'zh-cn': '创建副本' },
    (state) => {
      const next = pasted(state.document, seenOf(state.document, state.selected), 1)
      return 'refused' in next ? next : { state: edited(state, next) }
    },
    { keys: ['Mod+D'] },
  ),
  put(
    'delete',
    { en: 'Delete', 'zh-cn': '删除' },
    (state) => (state.guide ? { state: withoutGuide(state, state.guide) } : each(() => null)(state)),
    { keys: ['Delete', 'Backspace'], when: (state) => state.guide !== null || anyFree(state) },
  ),
  put(
    'selectAll',
    { en: 'Select all', 'zh-cn': '全选' },
    (state) => ({
      state: selectedAs(
        state,
        frameOf(state.document, state.inside)
          .widgets.filter((widget) => !isHidden(widget))
          .map(({ id }) => id),
      ),
    }),
    { keys: ['Mod+A'], when: () => true },
  ),
  put(
    'selectNone',
    { en: 'Leave the group, select nothing', 'zh-cn': '退出组合，取消选择' },
    (state) => ({
      state: { ...deselect(state), brush: null, guide: null },
    }),
    { keys: ['Escape'], when: () => true },
  ),
  put('group', { en: 'Group', 'zh-cn': '组合' }, group, {
    keys: ['Mod+G'],
    when: (state) => countUnlocked(topmost(state)) >= 2 || 'needsTwo',
  }),
  put('ungroup', { en: 'Ungroup', 'zh-cn': '取消组合' }, ungroup, {
    keys: ['Mod+Shift+G'],
    when: (state) => topmost(state).some(isGroup) || 'nothingSelected',
  }),
  put('connect', { en: 'Connect by a pipe', 'zh-cn': '用管道连接' }, connect, { keys: ['Mod+K'], when: mayConnect }),
  put(
    'lock',
    { en: 'Lock', 'zh-cn': '锁定' },
    each((widget) => ({ ...widget, posLock: true })),
    { keys: ['Mod+L'], when: anyFree },
  ),
  put(
    'unlock',
    { en: 'Unlock', 'zh-cn': '解锁' },
    each(
      ({ posLock: _, ...widget }) => widget,
      (state) => chosen(state).filter(isLocked),
    ),
    { keys: ['Mod+Shift+L'], when: (state: EditorState) => chosen(state).some(isLocked) || 'nothingSelected' },
  ),
  put('hide', { en: 'Hide in the editor', 'zh-cn': '在编辑器中隐藏' }, hide, { keys: ['Mod+Shift+H'] }),
  put(
    'showAll',
    { en: 'Show all hidden', 'zh-cn': '显示所有隐藏组件' },
    (state) => ({ state: withHidden(state, hiddenIn(state.document.widgets), false) }),
    {
      keys: ['Alt+Shift+H'],
      when: ({ document }) => hiddenIn(document.widgets).length > 0 || 'nothingHidden',
    },
  ),
  order('front', ['Mod+Shift+]'], { en: 'Bring to front', 'zh-cn': '置于顶层' }),
  order('forward', ['Mod+]'], { en: 'Bring forward', 'zh-cn': '上移一层' }),
  order('backward', ['Mod+['], { en: 'Send backward', 'zh-cn': '下移一层' }),
  order('back', ['Mod+Shift+['], { en: 'Send to back', 'zh-cn': '置于底层' }),
  align('left', { en: 'Align left', 'zh-cn': '左对齐' }),
  align('centre', { en: 'Align centres', 'zh-cn': '水平居中对齐' }),
  align('right', { en: 'Align right', 'zh-cn': '右对齐' }),
  align('top', { en: 'Align top', 'zh-cn': '顶端对齐' }),
  align('middle', { en: 'Align middles', 'zh-cn': '垂直居中对齐' }),
  align('bottom', { en: 'Align bottom', 'zh-cn': '底端对齐' }),
  put(
    'spread-x',
    { en: 'Spread horizontally', 'zh-cn': '水平等间距' },
    arranged((widgets, ids) => spread(widgets, ids, 'x')),
    { when: canSpread },
  ),
  put(
    'spread-y',
    { en: 'Spread vertically', 'zh-cn': '垂直等间距' },
    arranged((widgets, ids) => spread(widgets, ids, 'y')),
    { when: canSpread },
  ),
  put('rotate', { en: 'Rotate by 90°', 'zh-cn': '旋转 90°' }, rotate, { keys: ['Mod+R'], when: anyFree }),
  put('guide-x', { en: 'Add a vertical guide', 'zh-cn': '添加垂直参考线' }, (state) => addGuide(state, 'x'), {
    keys: ['Alt+Shift+X'],
    when: () => true,
  }),
  put('guide-y', { en: 'Add a horizontal guide', 'zh-cn': '添加水平参考线' }, (state) => addGuide(state, 'y'), {
    keys: ['Alt+Shift+Y'],
    when: () => true,
  }),
  put('guide-next', { en: 'Next guide', 'zh-cn': '下一条参考线' }, (state) => ({ state: nextGuide(state, 1) }), {
    keys: ['Alt+PageDown'],
    when: hasGuides,
  }),
  put(
    'guide-previous',
    { en: 'Previous guide', 'zh-cn': '上一条参考线' },
    (state) => ({ state: nextGuide(state, -1) }),
    {
      keys: ['Alt+PageUp'],
      when: hasGuides,
    },
  ),
  put('importDrawing', { en: 'Import a drawing…', 'zh-cn': '导入图纸…' }, (state) => ({ state, opens: 'drawing' }), {
    keys: ['Mod+I'],
    when: () => true,
  }),
  put(
    'drawVariables',
    { en: 'Draw from variables…', 'zh-cn': '按变量生成…' },
    (state) => ({ state, opens: 'variables' }),
    {
      keys: ['Mod+Shift+E'],
      when: () => true,
    },
  ),
  put('saveSymbol', { en: 'Save as symbol…', 'zh-cn': '保存为图元…' }, (state) => ({ state, opens: 'symbol' }), {
    keys: ['Mod+Shift+K'],
  }),
  nudge('ArrowLeft', -1, 0, { en: 'Move left', 'zh-cn': '左移' }),
  nudge('ArrowRight', 1, 0, { en: 'Move right', 'zh-cn': '右移' }),
  nudge('ArrowUp', 0, -1, { en: 'Move up', 'zh-cn': '上移' }),
  nudge('ArrowDown', 0, 1, { en: 'Move down', 'zh-cn': '下移' }),
  nudge('Shift+ArrowLeft', -10, 0, { en: 'Move left by 10', 'zh-cn': '左移 10' }),
  nudge('Shift+ArrowRight', 10, 0, { en: 'Move right by 10', 'zh-cn': '右移 10' }),
  nudge('Shift+ArrowUp', 0, -10, { en: 'Move up by 10', 'zh-cn': '上移 10' }),
  nudge('Shift+ArrowDown', 0, 10, { en: 'Move down by 10', 'zh-cn': '下移 10' }),
]

export const commandOf = (key: string): Command => commands.find((command) => command.key === key)!
