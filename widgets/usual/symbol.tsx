// A plant symbol in its state: shade and shape before colour. The library (widgets/symbol) has the shapes as data; this
// widget draws all of them. [LOOK Symbols]
import { z } from 'zod'
import { useText } from '../../ui/words.ts'
import { manySlot, oneSlot } from '../binds.ts'
import { choiceField, colourField, type Field, flagField, listField, numberField, textField } from '../fields.ts'
import { symbolOf, symbols } from '../symbol/all.ts'
import { type RoleFields, roles, symbolLook, symbolStates } from '../symbol/state.ts'
import { box, type PlantSymbol, type SymbolText } from '../symbol/symbol.ts'
import { roleNames, stateNames, symbolText } from '../symbol/text.ts'
import { widget } from '../widget.ts'
import './symbol.css'

const options = <K extends string>(keys: readonly K[], names: Record<K, { en: string; 'zh-cn': string }>) =>
  keys.map((value) => ({ value, label: names[value] }))

/** Offers options, but accepts any stored text. */
const anyOf = (initial: string, line: Parameters<typeof choiceField>[1]): Field<string> => ({
  ...choiceField(initial, line),
  schema: z.string().max(40),
})

const data = {
  // A symbol of a newer library stays stored, and is reported as missing.
  symbol: anyOf('pump', {
    section: 'content',
    label: { en: 'Symbol', 'zh-cn': '图元' },
    options: symbols.map(({ key, name }) => ({ value: key, label: name })),
  }),
  letters: textField('', { section: 'content', label: { en: 'Letters', 'zh-cn': '字母' } }),
  number: textField('', { section: 'content', label: { en: 'Number', 'zh-cn': '编号' } }),
  means: choiceField('onOff', {
    section: 'values',
    label: { en: 'The value says', 'zh-cn': '数值含义' },
    options: [
      { value: 'onOff', label: { en: 'On or off', 'zh-cn': '开关状态' } },
      { value: 'position', label: { en: 'How far it is open, %', 'zh-cn': '开度 %' } },
      { value: 'states', label: { en: 'One of the states below', 'zh-cn': '按下列状态' } },
    ],
  }),
  states: listField(
    {
      value: textField('', { label: { en: 'Value', 'zh-cn': '值' } }),
      state: choiceField('run', {
        label: { en: 'State', 'zh-cn': '状态' },
        options: options(symbolStates, stateNames),
      }),
    },
    {
      ...{ section: 'values', most: 30, when: { field: 'means', is: ['states'] } },
      label: { en: 'States', 'zh-cn': '状态' },
    },
  ),
}

const style = {
  flip: flagField(false, { section: 'fill', label: { en: 'Mirrored', 'zh-cn': '镜像' } }),
  stroke: colourField('', { section: 'fill', label: { en: 'Line', 'zh-cn': '线条' } }),
}

const role = {
  role: choiceField('level', { label: { en: 'Says', 'zh-cn': '含义' }, options: options(roles, roleNames) }),
  minVal: numberField(0, { min: -1e9, max: 1e9, label: { en: 'Empty at', 'zh-cn': '空值' } }),
  maxVal: numberField(100, { min: -1e9, max: 1e9, label: { en: 'Full at', 'zh-cn': '满值' } }),
}

const isBare = ({ shapes }: PlantSymbol): boolean =>
  !shapes.some(({ role: each }) => each === 'body' || each === 'plain')

/** Position of the marks, at the upper right. */
const markAt = { x: 41, y: 7 }

function Shapes({ of: { shapes }, only }: { of: PlantSymbol; only?: string }) {
  return shapes
    .filter(({ role: each }) => only === undefined || each === only || each.startsWith('glyph'))
    .map(({ role: each, d }) => <path key={d} className={`symbol-${each}`} d={d} />)
}

type Own = { texts: readonly SymbolText[]; own: Record<string, string>; flip: boolean; rotate: number }

/**
 * The texts of a symbol. Each is rotated back about its own centre, so that letters stay upright when the symbol is
 * rotated.
 */
function Texts({ texts, own, flip, rotate }: Own) {
  return texts.map(({ text, x: at, y, size, on, param }) => {
    const x = flip ? box - at : at
    const upright = rotate === 0 ? undefined : `rotate(${-rotate} ${x} ${Number((y - 0.35 * size).toFixed(2))})`
    return (
      <text key={`${at} ${y}`} className={`symbol-text-${on}`} transform={upright} x={x} y={y} fontSize={size}>
        {(param && own[param]) || text}
      </text>
    )
  })
}

/** Outlines of the marks by severity: diamond, triangle, square. */
const marks = {
  severe: 'M0 -7L7 0L0 7L-7 0Z',
  important: 'M0 -6.5L7 5.5H-7Z',
  normal: 'M-5.5 -5.5H5.5V5.5H-5.5Z',
}

export default widget({
  family: 'usual',
  word: 'Symbol',
  name: { en: 'Symbol', 'zh-cn': '图元' },
  size: { width: 48, height: 48 },
  style,
  data,
  binds: {
    value: oneSlot({ en: 'State', 'zh-cn': '状态' }),
    more: manySlot({ en: 'Level, fault, mode', 'zh-cn': '液位、故障、方式' }, { most: 10, of: role }),
  },
  draw: 'svg',
  mark: 'corner',
  Draw({ style: { flip }, data: of, size: { width, height, rotate = 0 } }) {
    const t = useText(symbolText)
    const drawn = symbolOf(of.symbol)
    if (!drawn)
      return (
        <text className="symbol-missing" y={12}>
          {t('missing')}
        </text>
      )
    const scale = Math.min(width, height) / box
    const place = `translate(${(width - box * scale) / 2} ${(height - box * scale) / 2}) scale(${scale})`
    const upright = `translate(${markAt.x} ${markAt.y}) rotate(${-rotate})`
    const mirrored = flip ? `translate(${box} 0) scale(-1 1)` : undefined
    return (
      // The lines of a vessel are its outline.
      <g className="symbol" data-bare={isBare(drawn) ? '' : undefined} transform={place}>
        <g transform={mirrored}>
          <Shapes of={drawn} />
          <g className="symbol-half">
            <Shapes of={drawn} only="body" />
          </g>
        </g>
        <Texts texts={drawn.texts} own={{ letters: of.letters, number: of.number }} {...{ flip, rotate }} />
        <text className="symbol-percent" data-part="percent" x={box / 2} y={box + 10} />
        <g className="symbol-mark" transform={upright}>
          {Object.entries(marks).map(([severity, d]) => (
            <path key={severity} className={`symbol-${severity}`} d={d} />
          ))}
        </g>
        <g className="symbol-mode" transform={upright}>
          <rect x={-7} y={-7} width={14} height={14} rx={2.5} />
          <text data-part="mode" y={3.8} />
        </g>
      </g>
    )
  },
  show({ data: of, read, readAll, fieldsOf, mode }) {
    const fields = fieldsOf('more')
    const more = readAll('more').map((reading, at) => ({ reading, of: fields[at] as unknown as RoleFields }))
    const look = symbolLook(read('value'), of.means, of.states, more)
    const hasBar = symbolOf(of.symbol)?.shapes.some((shape) => shape.role === 'shut')
    // A valve that is off is closed; a drive that is off is stopped.
    const state = look.state === 'off' && hasBar && of.means === 'onOff' ? 'shut' : look.state
    const isLive = mode === 'run'
    return {
      text: { percent: look.percent, mode: look.mode ?? '' },
      vars: { level: look.level ?? (look.isLevelUnknown ? 1 : 0.6) },
      state: {
        symbol: isLive ? state : 'rest',
        alarm: isLive ? look.alarm : null,
        mode: isLive ? look.mode : null,
      },
    }
  },
})
