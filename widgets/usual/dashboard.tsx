// A gauge: an arc with the normal range and its limits, a pointer, the value below. The number is not rounded, and both
// ends of the scale are labelled. Beyond the scale the pointer stays at the end, and the number shows the actual value.
import type { CSSProperties } from 'react'
import { asNumber, type Value } from '../../core/data-type.ts'
import { nothingShown } from '../../ui/format.ts'
import { valueWords } from '../../ui/value-words.ts'
import { oneSlot } from '../binds.ts'
import { colourField, flagField, numberField, type ValuesOf, wordsField } from '../fields.ts'
import { widget } from '../widget.ts'
import './dashboard.css'

const range = { section: 'scale', min: -1e9, max: 1e9 } as const

const data = {
  text: wordsField('', { section: 'content', label: { en: 'Name', 'zh-cn': '名称' } }),
  unit: wordsField('', { section: 'values', label: { en: 'Unit', 'zh-cn': '单位' } }),
  decimals: numberField(-1, { section: 'values', min: -1, max: 8, label: { en: 'Decimals', 'zh-cn': '小数位数' } }),
  minVal: numberField(0, { ...range, label: { en: 'From', 'zh-cn': '最小值' } }),
  maxVal: numberField(100, { ...range, label: { en: 'To', 'zh-cn': '最大值' } }),
  /** The normal range; both 0: none. */
  lowVal: numberField(0, { ...range, label: { en: 'Normal from', 'zh-cn': '正常下限' } }),
  highVal: numberField(0, { ...range, label: { en: 'Normal to', 'zh-cn': '正常上限' } }),
  splitNumber: numberField(5, { section: 'scale', min: 1, max: 20, label: { en: 'Divisions', 'zh-cn': '刻度数' } }),
  showScale: flagField(true, { section: 'scale', label: { en: 'Numbers at the ends', 'zh-cn': '显示端值' } }),
}
type Data = ValuesOf<typeof data>

const style = {
  fontColor: colourField('', { section: 'text', label: { en: 'Colour of the value', 'zh-cn': '数值颜色' } }),
  fontSize: numberField(18, {
    ...{ section: 'text', unit: 'px', min: 6, max: 400 },
    label: { en: 'Size of the value', 'zh-cn': '数值字号' },
  }),
}

/** Height of the name below the value, in px. */
const nameHeight = 16

/** The smallest radius with room for end labels beside the value. */
const roomForEnds = 56

/** Degrees from the top of the arc to either side. */
const reach = 120

/** The angle of a value on the arc, −120 to 120 degrees; undefined without a number or a scale. */
export function angleOf(value: Value | null, { minVal, maxVal }: Pick<Data, 'minVal' | 'maxVal'>): number | undefined {
  const number = asNumber(value)
  if (number === undefined || maxVal === minVal) return undefined
  const share = Math.min(1, Math.max(0, (number - minVal) / (maxVal - minVal)))
  return -reach + share * 2 * reach
}

/** The end of the scale that a value exceeds; the pointer stays there. */
export function beyondScale(value: Value | null, { minVal, maxVal }: Pick<Data, 'minVal' | 'maxVal'>) {
  const number = asNumber(value)
  if (number === undefined || maxVal === minVal) return null
  if (number > Math.max(minVal, maxVal)) return 'above'
  return number < Math.min(minVal, maxVal) ? 'below' : null
}

/** Whether a value is outside the normal range. */
export function isOutside(value: Value | null, { lowVal, highVal }: Pick<Data, 'lowVal' | 'highVal'>): boolean {
  const number = asNumber(value)
  return number !== undefined && (lowVal !== 0 || highVal !== 0) && (number < lowVal || number > highVal)
}

const onArc = (degrees: number, r: number): [x: number, y: number] => {
  const angle = ((degrees - 90) * Math.PI) / 180
  return [r * Math.cos(angle), r * Math.sin(angle)]
}

/** A section of the arc with radius r around 0, 0. */
export function arcPath(from: number, to: number, r: number): string {
  const [[x1, y1], [x2, y2]] = [onArc(from, r), onArc(to, r)]
  const at = (n: number) => Number(n.toFixed(2))
  return `M${at(x1)} ${at(y1)}A${at(r)} ${at(r)} 0 ${to - from > 180 ? 1 : 0} 1 ${at(x2)} ${at(y2)}`
}

/** Estimated widths, ems: a Han character is a square, other characters are narrower. */
const squareEms = 1
const letterEms = 0.58
const dotsEms = 0.7
const emsOf = (character: string) => (/[\u2e80-\uffef]/.test(character) ? squareEms : letterEms)

/** A text shortened to a width in ems, so that it does not reach into the next widget. */
function fitted(text: string, ems: number): string {
  const characters = [...text]
  const width = characters.reduce((sum, each) => sum + emsOf(each), 0)
  if (width <= ems) return text
  let room = ems - dotsEms
  const end = characters.findIndex((each) => {
    room -= emsOf(each)
    return room < 0
  })
  return `${characters.slice(0, Math.max(1, end)).join('')}…`
}

/** The maximum length of a name within the arc; if the name is below it, a placeholder for a bound value. */
const maxName = 14
const boundMark = '###'
const cut = (title: string, { text }: Data, ems: number): string => {
  if (text === title) return boundMark
  return fitted(title.length > maxName ? `${title.slice(0, maxName)}…` : title, ems)
}

/** Font size of the name in px, as in the style sheet. */
const nameSize = 11

function Name({ text, width, y }: { text: string; width: number; y: number }) {
  const shown = fitted(text, width / nameSize)
  return (
    <text className="dashboard-name" y={y}>
      {shown !== text && <title>{text}</title>}
      {shown}
    </text>
  )
}

const numberText = (value: number) => valueWords(value, { dataType: 'float32', decimals: null })

function Arc({ data: of, r, wide }: { data: Data; r: number; wide: number }) {
  const [low, high] = [angleOf(of.lowVal, of), angleOf(of.highVal, of)]
  const hasBand = of.lowVal !== 0 || of.highVal !== 0
  const ticks = Array.from({ length: of.splitNumber + 1 }, (_, i) => -reach + (i * 2 * reach) / of.splitNumber)
  return (
    <>
      <path className="dashboard-track" d={arcPath(-reach, reach, r)} strokeWidth={wide} />
      {hasBand && low !== undefined && high !== undefined && high > low && (
        <path className="dashboard-band" d={arcPath(low, high, r)} strokeWidth={wide} />
      )}
      {ticks.map((degrees) => (
        <path
          key={degrees}
          className="dashboard-tick"
          d={`M0 ${-(r - wide / 2)}V${-(r + wide / 2)}`}
          transform={`rotate(${degrees})`}
        />
      ))}
    </>
  )
}

export default widget({
  family: 'usual',
  word: 'Dashboard',
  name: { en: 'Gauge', 'zh-cn': '仪表盘' },
  size: { width: 160, height: 150 },
  style,
  data,
  binds: { value: oneSlot({ en: 'Value', 'zh-cn': '数值' }) },
  draw: 'svg',
  Draw({ style: { fontSize }, data: of, size: { width, height } }) {
    // The arc leaves its lowest sixth open: it ends 0.5 of the radius below the centre.
    const room = of.text ? nameHeight : 0
    const r = Math.max(1, Math.min(width / 2, (height - room) / 1.62) - 10)
    const wide = Math.max(2, r * 0.12)
    const [x, y] = [width / 2, r + 10]
    const [endX, endY] = onArc(reach, r)
    return (
      <g
        className="dashboard"
        transform={`translate(${x} ${y})`}
        style={{ '--size': `${fontSize}px` } as CSSProperties}
      >
        <Arc data={of} r={r} wide={wide} />
        <path className="dashboard-pointer" d={`M0 ${-(r + wide * 0.6)}L${-wide * 0.35} 4H${wide * 0.35}Z`} />
        <circle className="dashboard-hub" r={wide * 0.5} />
        <text className="dashboard-value" data-part="value" y={r * 0.55} />
        {of.text && <Name text={of.text} width={width} y={r * 0.55 + nameHeight} />}
        {of.showScale && r >= roomForEnds && (
          <>
            <text className="dashboard-end" x={-endX} y={endY + 12} textAnchor="middle">
              {numberText(of.minVal)}
            </text>
            <text className="dashboard-end" x={endX} y={endY + 12} textAnchor="middle">
              {numberText(of.maxVal)}
            </text>
          </>
        )}
      </g>
    )
  },
  show({ data: of, style: { fontSize }, size: { width }, read, mode }) {
    const { value, isBound, title } = read('value')
    const angle = angleOf(value, of)
    const decimals = of.decimals < 0 ? null : of.decimals
    const beyond = beyondScale(value, of)
    const mark = beyond === null ? '' : beyond === 'above' ? ' ↑' : ' ↓'
    const words = asNumber(value) === undefined ? nothingShown : valueWords(value, { dataType: 'float32', decimals })
    // The editor has no values: shows the name of the binding.
    if (mode === 'edit' && title && angle === undefined)
      return {
        text: { value: cut(title, of, width / fontSize) },
        vars: { angle: '0deg' },
        state: { empty: null, outside: null, beyond: null },
      }
    return {
      text: { value: (angle === undefined || !of.unit ? words : `${words} ${of.unit}`) + mark },
      vars: { angle: `${angle ?? -reach}deg` },
      state: {
        // The text of a gauge without a value, which has no pointer.
        empty: (isBound || mode === 'run') && angle === undefined ? '' : null,
        outside: isOutside(value, of) ? '' : null,
        beyond,
      },
    }
  },
})
