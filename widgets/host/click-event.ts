// The click action of a widget, stored in `clickEvent`. [S3 Click event] A write is confirmed, a momentary button once
// before it is used, unless the author of the page turned that off (decision 40).
import { asBoolean, asNumber, type Value } from '../../core/data-type.ts'
import { type Bound, boundOf } from '../binds.ts'
import {
  bindField,
  choiceField,
  flagField,
  numberField,
  readFields,
  scriptField,
  textField,
  type ValuesOf,
  wordsField,
} from '../fields.ts'

const onWrite = { field: 'action', is: ['write'] }
const onLink = { field: 'action', is: ['link'] }
const onScript = { field: 'action', is: ['script'] }
const inWindow = { field: 'target', is: ['window'] }
/** A typed value is confirmed in the dialog where it is typed. */
const givenWrite = { field: 'writeType', is: ['fixed', 'press'] }
const window = { min: 0, max: 10_000, unit: 'px', when: inWindow }

export const clickFields = {
  enable: flagField(false, { label: { en: 'Active', 'zh-cn': '启用' } }),
  action: choiceField('write', {
    label: { en: 'On click', 'zh-cn': '点击动作' },
    options: [
      { value: 'write', label: { en: 'Write a value', 'zh-cn': '写入数据' } },
      { value: 'page', label: { en: 'Open a page', 'zh-cn': '打开页面' } },
      { value: 'link', label: { en: 'Open a link', 'zh-cn': '打开链接' } },
      { value: 'script', label: { en: 'Run a script', 'zh-cn': '执行脚本' } },
    ],
  }),
  data: bindField({
    ...{ kinds: ['signal'], when: { field: 'action', is: ['write', 'script'] } },
    label: { en: 'Variable', 'zh-cn': '变量' },
  }),
  /** A script that reads, writes and opens pages; see widgets/sandbox/run-press. */
  script: scriptField({ when: onScript, label: { en: 'Script', 'zh-cn': '脚本' } }),
  writeType: choiceField('fixed', {
    when: onWrite,
    label: { en: 'Writes', 'zh-cn': '写入方式' },
    options: [
      { value: 'fixed', label: { en: 'A fixed value', 'zh-cn': '固定值' } },
      { value: 'input', label: { en: 'What is typed', 'zh-cn': '手动输入' } },
      { value: 'press', label: { en: 'Momentary button', 'zh-cn': '按键' } },
    ],
  }),
  pressType: choiceField('set1', {
    when: { field: 'writeType', is: ['press'] },
    label: { en: 'Key', 'zh-cn': '按键类型' },
    options: [
      { value: 'set1', label: { en: 'Sets to 1', 'zh-cn': '置 1' } },
      { value: 'set0', label: { en: 'Resets to 0', 'zh-cn': '置 0' } },
      { value: 'momentary', label: { en: 'Momentary: 1 while pressed', 'zh-cn': '点动：按下为 1，松开为 0' } },
      { value: 'toggle', label: { en: 'Toggles', 'zh-cn': '取反' } },
      { value: 'increment', label: { en: 'Adds the value', 'zh-cn': '递增' } },
    ],
  }),
  writeValue: textField('', { when: onWrite, label: { en: 'Value', 'zh-cn': '写入值' } }),
  /**
   * Shortest time between two writes of this click: a second press meanwhile is rejected, a momentary button is held at
   * least this long.
   */
  delay: numberField(1000, {
    ...{ min: 0, max: 60_000, unit: 'ms', when: onWrite },
    label: { en: 'Time between writes', 'zh-cn': '写入间隔' },
  }),
  pageId: numberField(0, {
    ...{ min: 0, max: 2_147_483_647, when: { field: 'action', is: ['page'] } },
    label: { en: 'Page', 'zh-cn': '页面' },
  }),
  /** The kind of the page to open, if `pageId` is empty. [S3 Click event: page target] */
  type: choiceField('equip', {
    when: { field: 'action', is: ['page'] },
    label: { en: 'Page of', 'zh-cn': '页面来源' },
    options: [
      { value: 'equip', label: { en: 'A device', 'zh-cn': '设备' } },
      { value: 'main', label: { en: 'The project', 'zh-cn': '项目' } },
    ],
  }),
  equipPageId: numberField(0, {
    ...{ min: 0, max: 2_147_483_647, when: { field: 'action', is: ['page'] } },
    label: { en: 'Page of a device', 'zh-cn': '设备页面' },
  }),
  mainPageId: numberField(0, {
    ...{ min: 0, max: 2_147_483_647, when: { field: 'action', is: ['page'] } },
    label: { en: 'Page of the project', 'zh-cn': '项目页面' },
  }),
  /** The title of the page under `equipPageId` or `mainPageId`, and the project of the latter. */
  equipTitle: textField('', { when: { field: 'action', is: ['page'] }, label: { en: 'Device', 'zh-cn': '设备名称' } }),
  mainId: numberField(0, {
    ...{ min: 0, max: 2_147_483_647, when: { field: 'action', is: ['page'] } },
    label: { en: 'Project', 'zh-cn': '项目' },
  }),
  mainTitle: textField('', {
    when: { field: 'action', is: ['page'] },
    label: { en: 'Title of the page', 'zh-cn': '页面标题' },
  }),
  /** Parameters such as `pump=pump2&tag=P-302` replace `{pump}` and `{tag}` on the opened page. */
  params: textField('', { when: { field: 'action', is: ['page'] }, label: { en: 'Parameters', 'zh-cn': '页面参数' } }),
  link: textField('', { when: onLink, label: { en: 'Link', 'zh-cn': '链接' } }),
  target: choiceField('_self', {
    label: { en: 'Open in', 'zh-cn': '打开方式' },
    when: { field: 'action', is: ['page', 'link'] },
    options: [
      { value: '_self', label: { en: 'This window', 'zh-cn': '当前窗口' } },
      { value: '_blank', label: { en: 'A new tab', 'zh-cn': '新标签页' } },
      { value: 'window', label: { en: 'A window', 'zh-cn': '弹出窗口' } },
    ],
  }),
  /** Opens a site over the page, as the Iframe widget does; otherwise in a browser window. */
  iframe: flagField(false, {
    when: { ...inWindow, and: onLink },
    label: { en: 'Over this page', 'zh-cn': '在本页面上打开' },
  }),
  titleShow: flagField(true, { when: inWindow, label: { en: 'Show its title', 'zh-cn': '显示标题' } }),
  width: numberField(600, { ...window, label: { en: 'Width', 'zh-cn': '宽' } }),
  height: numberField(600, { ...window, label: { en: 'Height', 'zh-cn': '高' } }),
  left: numberField(200, { ...window, label: { en: 'From the left', 'zh-cn': '左边距' } }),
  top: numberField(200, { ...window, label: { en: 'From the top', 'zh-cn': '上边距' } }),
  hint: wordsField('', { label: { en: 'Hint', 'zh-cn': '提示' } }),
  /** If off, the value is written without confirmation. */
  confirm: flagField(true, { when: givenWrite, label: { en: 'Ask before writing', 'zh-cn': '写入前确认' } }),
  /** The message after a write; `{value}` is the value that the PLC reads back. */
  feedback: wordsField('', {
    when: { field: 'action', is: ['write', 'script'] },
    label: { en: 'Message after writing', 'zh-cn': '写入成功提示' },
  }),
}

export type Click = ValuesOf<typeof clickFields> & {
  bound: Bound | undefined
  /** The bindings of the widget by slot, for a script. */
  bounds: { readonly [slot: string]: readonly Bound[] }
}

/** The click action of a stored widget; undefined if it has none, or one without a target. */
export function clickOf(stored: Record<string, unknown> | undefined, bounds: Click['bounds'] = {}): Click | undefined {
  if (!stored?.enable) return undefined
  const bound = boundOf(stored.data as Click['data'], ['signal'])
  const read = { ...readFields(clickFields, stored), bound, bounds }
  const leads = {
    write: bound !== undefined,
    page: pageOf(read) > 0,
    link: isSafeLink(read.link),
    script: read.script.trim() !== '',
  }
  return leads[read.action] ? read : undefined
}

/** The fields that can name the page of a click. */
export const pageFields = ['pageId', 'equipPageId', 'mainPageId'] as const

/** The page that a click opens, with its parameters. */
export const pageOf = ({
  pageId,
  type,
  equipPageId,
  mainPageId,
}: Pick<Click, (typeof pageFields)[number] | 'type'>): number =>
  pageId || (type === 'main' ? mainPageId || equipPageId : equipPageId || mainPageId)

/** The page name that its author entered; empty if the platform knows the name. */
export const pageTitleOf = ({ pageId, type, equipTitle, mainTitle }: PageNamed): string =>
  pageId ? '' : (type === 'main' ? mainTitle || equipTitle : equipTitle || mainTitle).trim()

type PageNamed = Pick<Click, 'pageId' | 'type' | 'equipTitle' | 'mainTitle'>

/** Whether the button is momentary: it holds a value while it is pressed. */
export const isMomentary = ({ action, writeType, pressType }: Click): boolean =>
  action === 'write' && writeType === 'press' && pressType === 'momentary'

/** The value while a momentary button is held, and the value after it: true and false, or a number and 0. */
export const heldBy = ({ writeValue }: Click, isBoolean: boolean): { on: Value; back: Value } =>
  isBoolean ? { on: true, back: false } : { on: writeValue.trim() || '1', back: '0' }

/** The typed form of the value that a click writes; undefined if it depends on a current value that is unknown. */
export function writtenBy({ writeType, pressType, writeValue }: Click, current: Value | null): string | undefined {
  if (writeType === 'input') return ''
  if (writeType === 'fixed') return writeValue
  if (pressType === 'toggle') return toggled(current)
  if (pressType === 'increment') return sumOf(current, writeValue.trim() || '1')
  return pressType === 'set0' ? '0' : '1'
}

function toggled(current: Value | null): string | undefined {
  const on = current === null ? undefined : asBoolean(current)
  if (on !== undefined) return on ? '0' : '1'
  const number = asNumber(current)
  return number === undefined ? undefined : number === 0 ? '1' : '0'
}

/** Rounds the error of binary fractions: 0.1 and 0.2 make 0.3. */
function sumOf(current: Value | null, step: string): string | undefined {
  const [from, by] = [asNumber(current), asNumber(step)]
  return from === undefined || by === undefined ? undefined : String(Number((from + by).toPrecision(15)))
}

/** Whether a link leads to the web or within the platform, and cannot run a script. */
export const isSafeLink = (link: string): boolean => /^(https?:\/\/|\/(?![/\\]))/i.test(link.trim())
