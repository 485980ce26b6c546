// The columns of a device file: headings in both languages, and conversion between cells and fields. Pure.
import type { Language } from '../../../contract/errors.ts'
import { unguardText } from '../../../core/sheet-text.ts'
import type { EquipmentFields } from '../equipment/contract.ts'

type Words = Readonly<Record<Language, string>>
const words = (en: string, zh: string): Words => ({ en, 'zh-cn': zh })

type FieldKey = Exclude<keyof EquipmentFields, 'groupId'>
/** Key of a column. `id` identifies a device, `series` and `sn` its gateway; `group` and `template` are names. */
export type ColumnKey = FieldKey | 'id' | 'group' | 'template' | 'sn' | 'series'

export type FleetColumn = {
  key: ColumnKey
  title: Words
  kind: 'text' | 'number' | 'date' | 'flag' | 'choice' | 'group' | 'template' | 'id' | 'told'
  /** For a column with choices: the stored values with their labels. */
  choices?: Readonly<Record<string, Words>>
}

const text = (key: FieldKey, title: Words): FleetColumn => ({ key, title, kind: 'text' })
const number = (key: FieldKey, title: Words): FleetColumn => ({ key, title, kind: 'number' })
const date = (key: FieldKey, title: Words): FleetColumn => ({ key, title, kind: 'date' })
const flag = (key: FieldKey, title: Words): FleetColumn => ({ key, title, kind: 'flag' })

export const fleetColumns: readonly FleetColumn[] = [
  { key: 'id', title: words('ID', 'ID'), kind: 'id' },
  text('name', words('Device name', '设备名称')),
  text('number', words('Device number', '设备编号')),
  { key: 'group', title: words('Group', '分组'), kind: 'group' },
  { key: 'template', title: words('Template', '模板'), kind: 'template' },
  text('manufacturer', words('Manufacturer', '生产厂家')),
  date('factoryDate', words('Factory date', '出厂日期')),
  date('installDate', words('Install date', '安装日期')),
  date('warrantyUntil', words('Warranty until', '质保期至')),
  text('iccid', words('ICCID', 'ICCID')),
  number('sort', words('Sort number', '排序号')),
  text('address', words('Address', '地址')),
  number('longitude', words('Longitude', '经度')),
  number('latitude', words('Latitude', '纬度')),
  text('zone', words('Time zone', '时区')),
  {
    key: 'ruleType',
    title: words('Opens as', '打开方式'),
    kind: 'choice',
    choices: { '00': words('Lists', '列表'), '01': words('Page', '组态页面') },
  },
  {
    key: 'defaultValueMode',
    title: words('Before the first value', '默认值方式'),
    kind: 'choice',
    choices: { last: words('Last collected value', '最后采集值'), custom: words('Default value', '自定义默认值') },
  },
  text('defaultValue', words('Default value', '默认值')),
  flag('menuBar', words('Menu bar', '菜单栏')),
  text('image', words('Image', '图片')),
  flag('publicFlag', words('Open to the company', '企业内公开')),
  {
    key: 'dataRule',
    title: words('Data rule', '数据规则'),
    kind: 'choice',
    choices: {
      range: words('By groups and departments', '按分组和部门'),
      named: words('By name only', '仅按设备授权'),
    },
  },
  text('securityZone', words('Security zone', '安全区域')),
  text('remark', words('Remark', '备注')),
  { key: 'sn', title: words('Gateway SN', '网关 SN'), kind: 'told' },
  { key: 'series', title: words('Gateway series', '网关系列'), kind: 'told' },
]

/** Normalises a heading, so that `Device name`, `device_name` and `devicename` are the same. */
const plain = (heading: string): string =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[\s_-]/g, '')

const byHeading = new Map(
  fleetColumns.flatMap((column) =>
    [column.key, column.title.en, column.title['zh-cn']].map((each) => [plain(each), column]),
  ),
)

export const columnOf = (heading: string): FleetColumn | undefined => byHeading.get(plain(heading))

const yes = words('Yes', '是')
const no = words('No', '否')
const isYes = /^(1|true|yes|y|是|√)$/i
const isNo = /^(0|false|no|n|否)$/i

/** The value of a field as a cell. */
export function cellOf({ kind, choices }: FleetColumn, value: unknown, language: Language): string | number | null {
  if (value === null || value === undefined || value === '') return null
  if (kind === 'flag') return (value ? yes : no)[language]
  if (kind === 'choice') return choices?.[String(value)]?.[language] ?? String(value)
  return typeof value === 'number' ? value : String(value)
}

type Read = { value: string | number | boolean | null } | { fault: 'wrongType' | 'notAllowed' | 'badFormat' }

/** Days from 1899-12-30, day 0 of spreadsheets, to 1970. */
const daysBefore = 25_569
const dayMs = 86_400_000

function dateOf(cell: string): Read {
  // Spreadsheets store a date as a number of days; CSV has the format of the country.
  if (/^\d{4,6}(\.\d+)?$/.test(cell)) {
    const at = new Date((Math.floor(Number(cell)) - daysBefore) * dayMs)
    return { value: at.toISOString().slice(0, 10) }
  }
  const [, year, month, day] = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T].*)?$/.exec(cell) ?? []
  if (!year || !month || !day) return { fault: 'badFormat' }
  return { value: `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` }
}

/** Parses a cell; an empty cell is null. The field's schema validates the value. */
export function readCell({ kind, choices }: FleetColumn, raw: string): Read {
  const cell = unguardText(raw.trim())
  if (cell === '') return { value: null }
  switch (kind) {
    case 'number':
    case 'id':
      return /^-?\d+(\.\d+)?$/.test(cell) ? { value: Number(cell) } : { fault: 'wrongType' }
    case 'date':
      return dateOf(cell)
    case 'flag':
      return isYes.test(cell) ? { value: true } : isNo.test(cell) ? { value: false } : { fault: 'notAllowed' }
    case 'choice': {
      const found = Object.entries(choices ?? {}).find(([key, { en, 'zh-cn': zh }]) =>
        [key, en, zh].some((each) => plain(each) === plain(cell)),
      )
      return found ? { value: found[0] } : { fault: 'notAllowed' }
    }
    default:
      return { value: cell }
  }
}
