// The context menu of the widgets under the pointer.
import { Dropdown } from 'antd'
import type { ReactElement } from 'react'
import { useLanguage } from '../ui/language.ts'
import { labelIn } from '../ui/words.ts'
import { keysShown } from './command/command.ts'
import { commandOf } from './command/commands.ts'
import { type Editor, isMac } from './use-editor.ts'

const parts = [
  ['cut', 'copy', 'paste', 'pasteInPlace', 'duplicate', 'delete'],
  ['front', 'forward', 'backward', 'back'],
  ['group', 'ungroup', 'connect', 'lock', 'unlock', 'hide', 'showAll', 'rotate'],
  ['saveSymbol'],
] as const

/** Wraps the element that opens the menu. */
export function ContextMenu({ editor, children }: { editor: Editor; children: ReactElement }) {
  const language = useLanguage()
  const context = { clipboard: { text: 'any', pastes: 0 } }
  const itemOf = (key: string) => {
    const command = commandOf(key)
    const [keys] = command.keys
    return {
      key,
      label: labelIn(command.name, language),
      ...(keys ? { extra: keysShown(keys, isMac()) } : {}),
      disabled: command.when(editor.state, context) !== true,
      onClick: () => editor.run(command),
    }
  }
  const items = parts.flatMap((part, i) => [
    ...(i > 0 ? [{ type: 'divider' as const, key: part[0] + i }] : []),
    ...part.map(itemOf),
  ])
  return (
    <Dropdown trigger={['contextMenu']} menu={{ items }} autoFocus>
      {children}
    </Dropdown>
  )
}
