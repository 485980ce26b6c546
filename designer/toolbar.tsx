// The toolbar of the page: the most used commands with their keys, and view options.
import { useState } from 'react'
import { Icon, type IconName } from '../ui/icon.tsx'
import { useLanguage } from '../ui/language.ts'
import { labelIn, useText } from '../ui/words.ts'
import { keysShown } from './command/command.ts'
import { commandOf, commands } from './command/commands.ts'
import { setLocalConfig, useLocalConfig } from './local-config.ts'
import { screenText } from './screen-text.ts'
import { Switch, Tool } from './tool-button.tsx'
import { type Editor, isMac } from './use-editor.ts'

const parts: readonly (readonly (readonly [command: string, icon: IconName])[])[] = [
  [
    ['undo', 'undo'],
    ['redo', 'redo'],
  ],
  [
    ['copy', 'copy'],
    ['paste', 'paste'],
    ['delete', 'trash'],
  ],
  [
    ['align-left', 'alignLeft'],
    ['align-centre', 'alignCentre'],
    ['align-right', 'alignRight'],
    ['align-top', 'alignTop'],
    ['align-middle', 'alignMiddle'],
    ['align-bottom', 'alignBottom'],
    ['spread-x', 'spreadX'],
    ['spread-y', 'spreadY'],
  ],
  [
    ['front', 'toFront'],
    ['back', 'toBack'],
    ['group', 'together'],
    ['ungroup', 'apart'],
    ['connect', 'link'],
    ['lock', 'lock'],
    ['unlock', 'unlock'],
    ['rotate', 'refresh'],
  ],
  [
    ['drawVariables', 'design'],
    ['importDrawing', 'upload'],
  ],
]

/** View options: visible aids, and snapping. */
const switches = ['grid', 'ruler', 'guides', 'adsorb'] as const

type Props = {
  editor: Editor
  zoom: number
  onFit: () => void
  onSelect: () => void
  isDrawing: boolean
}

export function Toolbar({ editor, zoom, onFit, onSelect, isDrawing }: Props) {
  const t = useText(screenText)
  const language = useLanguage()
  const [hasKeys, setKeys] = useState(false)
  const config = useLocalConfig()
  const { state, run } = editor
  const context = { clipboard: { text: 'any', pastes: 0 } }
  const brush = () => editor.change((now) => ({ ...now, brush: now.brush === null ? (now.selected[0] ?? null) : null }))
  const turn = (key: (typeof switches)[number]) => {
    // A hidden guide cannot stay selected.
    if (key === 'guides') editor.change((now) => ({ ...now, guide: null }))
    setLocalConfig({ [key]: !config[key] })
  }
  return (
    <div className="designer-bar" role="toolbar" aria-label={t('tools')}>
      <div className="designer-part">
        <Tool icon="pointer" label={t('select')} isOn={!isDrawing && state.brush === null} onClick={onSelect} />
        <Tool
          icon="brush"
          label={t('brush')}
          isOn={state.brush !== null}
          isOff={state.selected.length !== 1 && state.brush === null}
          onClick={brush}
        />
      </div>
      {parts.map((part) => (
        <div key={part[0]![0]} className="designer-part">
          {part.map(([key, icon]) => {
            const command = commandOf(key)
            const keys = command.keys[0] ? ` (${keysShown(command.keys[0], isMac())})` : ''
            const isOff = command.when(state, context) !== true
            return (
              <Tool
                key={key}
                icon={icon}
                label={labelIn(command.name, language) + keys}
                isOff={isOff}
                onClick={() => run(command)}
              />
            )
          })}
        </div>
      ))}
      <div className="designer-part designer-shown">
        {switches.map((key) => (
          <Switch key={key} label={t(key)} isOn={config[key]} onClick={() => turn(key)} />
        ))}
        <button type="button" className="designer-switch" aria-pressed={hasKeys} onClick={() => setKeys(!hasKeys)}>
          {t('keys')}
        </button>
        <button type="button" className="designer-switch" onClick={onFit}>
          {`${t('fit')} · ${Math.round(zoom * 100)} %`}
        </button>
      </div>
      {hasKeys && <Keys onClose={() => setKeys(false)} />}
    </div>
  )
}

/** Keys that are not commands: those of the screen, and modifiers during pointer gestures. */
const others = [
  ['Mod+S', 'keySave'],
  ['F6', 'keyPart'],
  ['Enter', 'keyPut'],
  ['← → ↑ ↓', 'keyGuide'],
  ['Alt', 'keyFree'],
  ['Shift', 'keyStraight'],
  ['Mod+Shift', 'keyCopy'],
  ['Mod', 'keyDeep'],
] as const

/** The dialog that lists all keyboard shortcuts. */
function Keys({ onClose }: { onClose: () => void }) {
  const t = useText(screenText)
  const language = useLanguage()
  const keyed = commands.filter(({ keys }) => keys.length > 0)
  return (
    <section className="designer-keys" aria-label={t('keysOf')}>
      <dl>
        {keyed.map(({ key, name, keys }) => (
          <div key={key}>
            <dt>{labelIn(name, language)}</dt>
            <dd>
              <kbd>{keysShown(keys[0]!, isMac())}</kbd>
            </dd>
          </div>
        ))}
      </dl>
      <dl>
        {others.map(([keys, words]) => (
          <div key={keys}>
            <dt>{t(words)}</dt>
            <dd>
              <kbd>{keysShown(keys, isMac())}</kbd>
            </dd>
          </div>
        ))}
      </dl>
      <button type="button" className="designer-switch" onClick={onClose}>
        <Icon name="close" size={14} />
        <span className="unseen">{t('keys')}</span>
      </button>
    </section>
  )
}
