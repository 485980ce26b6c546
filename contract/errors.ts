// All errors of the platform: number, name, English, Chinese. [S8] To add an error, add one line here, in
// contract/error-people.ts, error-gateways.ts or error-outside.ts; `fail('name')` and both languages derive from it.
// Placeholders such as `{field}` are filled from the failure's details, which the type of `fail` requires. For places
// where only the code is known, such as beside a value, a code with placeholders has a second text
// (contract/error-brief.ts).
import { briefTexts } from './error-brief.ts'
import { gatewayErrors } from './error-gateways.ts'
import { outsideErrors } from './error-outside.ts'
import { peopleErrors } from './error-people.ts'
import { plcErrors } from './error-plc.ts'
import { lightCodes } from './light-codes.ts'

export { ok, sessionLostCodes } from './light-codes.ts'

const table = {
  ...peopleErrors,
  ...outsideErrors,
  1101: ['equipmentNotFound', 'The device does not exist or you have no access', '设备不存在或无权访问'],
  1102: ['noBoundGateway', 'The device is not bound to a gateway', '设备未绑定网关'],
  1103: [
    'claimWrong',
    'The SN or verification code is wrong, or the gateway is already bound',
    'SN 或验证码错误，或网关已被绑定',
  ],
  1108: [
    'equipmentHasGateway',
    'The device is already bound to a gateway; unbind it first',
    '设备已绑定网关，请先解绑',
  ],
  1105: [
    'seriesOfCopy',
    'The original is for gateways of series {own}; a copy of it cannot be for series {other}',
    '原件适用于 {own} 系列网关，不能复制给 {other} 系列网关使用',
  ],
  1106: [
    'seriesOfFile',
    'The file is for gateways of series {own}, not {other}',
    '文件适用于 {own} 系列网关，与 {other} 系列不符',
  ],
  1107: [
    'seriesOfGateway',
    'The template is for gateways of series {own}; the gateway is of series {other}',
    '该模板适用于 {own} 系列网关，当前网关为 {other} 系列',
  ],
  1109: ['noTemplate', 'The device follows no template', '设备未绑定模板'],
  1110: ['sameTemplate', 'The device follows this template already', '设备已绑定该模板，不能重复绑定'],
  1117: ['fleetFile', 'The file cannot be imported: {reason}', '文件无法导入：{reason}'],
  1118: [
    'fleetBusy',
    'At most {limit} imports and copies are under way at once',
    '最多同时进行 {limit} 个导入或复制任务',
  ],
  1119: ['fleetBadRows', '{count} rows are wrong; nothing was imported', '有 {count} 行错误，未导入任何数据'],
  1121: ['accountNotFound', 'There is no such account', '账号不存在'],
  1122: ['alreadyAuthorised', 'This is already authorised', '已授权，请勿重复授权'],
  1123: ['authorisedAccounts', 'At most {limit} accounts are authorised', '最多授权 {limit} 个账号'],
  1124: ['notAuthorised', 'This is not authorised', '未授权'],
  1125: ['grantsMore', 'You cannot give what you do not have yourself: {what}', '不能授予自己没有的权限：{what}'],
  1126: ['ownGrant', 'You cannot change what you may do yourself', '不能修改自己的权限'],
  1127: [
    'authorisedObjects',
    'At most {limit} devices, groups and projects are authorised',
    '最多授权 {limit} 个设备、分组或项目',
  ],
  1131: ['modelUnknown', 'The file is damaged or no GLB model (glTF 2.0)', '文件已损坏，或不是 GLB 模型（glTF 2.0）'],
  1132: [
    'modelNeeds',
    'The model needs the extension {what}; export it without',
    '该模型需要扩展 {what}，请在导出时去掉',
  ],
  1133: [
    'modelOutside',
    'The model refers to the file {what}; export it as one GLB file that holds everything',
    '该模型引用了外部文件 {what}，请导出为包含全部内容的单个 GLB 文件',
  ],
  1134: ['modelTooLarge', 'The model must be under {limit} MB', '模型须小于 {limit} MB'],
  1135: [
    'modelTooComplex',
    'The model is too complex: at most {limit} triangles can be drawn on a page',
    '模型过于复杂：页面最多可绘制 {limit} 个三角形',
  ],
  1136: ['sceneCapacity', 'A company has at most {limit} 3D scenes', '每个企业最多 {limit} 个 3D 场景'],
  1137: [
    'pictureUnknown',
    'The file is damaged or no picture of the kinds png, jpg, gif, webp and svg',
    '文件已损坏，或不是 png、jpg、gif、webp、svg 图片',
  ],
  1138: [
    'pictureTooLarge',
    'The picture must have at most {limit} MB, 40 million pixels and 16,384 pixels along a side',
    '图片不得超过 {limit} MB 和 4000 万像素，边长不得超过 16384 像素',
  ],
  1139: ['pictureCapacity', 'A company has at most {limit} pictures for its pages', '每个企业最多 {limit} 张页面图片'],
  1130: [
    'widgetTooLarge',
    'The widget {name} holds too much: at most {limit} values and keys',
    '组件“{name}”内容过多：最多 {limit} 个值和键',
  ],
  1140: ['symbolCapacity', 'A company has at most {limit} symbols of its own', '每个企业最多 {limit} 个自定义图元'],
  1141: ['rolloutUnderWay', 'The device is in another rollout: {name}', '设备正在其他批量下发中：{name}'],
  1142: ['rolloutAlarm', 'A severe alarm was raised within {seconds} s: {name}', '{seconds} 秒内发生严重报警：{name}'],
  1143: ['savedSincePlan', 'The device was saved after the plan was read', '读取计划之后设备已被保存'],
  1201: ['groupTooDeep', 'A tree of groups or departments has at most 10 levels', '分组或部门最多 10 级'],
  1202: ['groupTooWide', 'A group or department has at most 500 directly below it', '每个分组或部门下最多 500 个下级'],
  1203: ['groupNameExists', 'The group name "{name}" already exists', '分组名称“{name}”已存在'],
  ...gatewayErrors,
  1505: ['driverCapacity', 'This gateway allows at most {limit} drivers', '该网关最多支持 {limit} 个驱动'],
  1701: ['signalCapacity', 'A device has at most {limit} variables', '每台设备最多 {limit} 个变量'],
  1704: ['reportCapacity', 'A device has at most {limit} history reports', '每台设备最多 {limit} 个历史报表'],
  1702: ['alarmRuleCapacity', 'A device has at most {limit} alarm rules', '每台设备最多 {limit} 条报警规则'],
  1706: ['alarmFilterCapacity', 'At most {limit} filters are kept', '最多保存 {limit} 个筛选方案'],
  1707: ['scriptCapacity', 'A device has at most {limit} scripts', '每台设备最多 {limit} 个脚本'],
  1705: ['columnCapacity', 'A history report holds at most {limit} variables', '每个历史报表最多 {limit} 个变量'],
  ...plcErrors,
  1901: ['pageCapacity', 'A device has at most {limit} pages', '每台设备最多 {limit} 个组态页面'],
  1905: ['pagePassword', 'This page needs its password', '该页面需要输入密码'],
  1906: ['pagePasswordWrong', 'The password of the page is wrong', '页面密码错误'],
  1907: ['pageWeatherCapacity', 'A page has at most {limit} weather widgets', '每个页面最多 {limit} 个天气组件'],
  1908: ['pageSceneCapacity', 'A page has at most {limit} 3D scene widgets', '每个页面最多 {limit} 个三维场景组件'],
  1909: ['translationCapacity', 'A company keeps at most {limit} translations', '每个企业最多保存 {limit} 条名称翻译'],
  1910: [
    'translationOfPeople',
    '{name} is the name of {what}: to change its translation you need the permission to edit them',
    '“{name}”是{what}的名称，修改其翻译需要相应的编辑权限',
  ],
  2001: ['writeOutOfRange', 'The value must be between {min} and {max}', '写入值必须在 {min} 到 {max} 之间'],
  2002: ['writeReadOnly', 'This variable is read-only', '该变量为只读，不可写入'],
  2003: ['formulaWrong', 'Error in the expression at character {at}: {reason}', '表达式第 {at} 个字符处有误：{reason}'],
  2004: [
    'formulaSignal',
    'The expression uses a variable that does not exist: {name}',
    '表达式引用的变量不存在：{name}',
  ],
  2005: ['formulaTooLong', 'The expression is longer than {length} characters', '表达式不能超过 {length} 个字符'],
  2006: ['formulaNoResult', 'The expression has no result with these values', '表达式在当前数值下无结果'],
  2007: [
    'writeTooLong',
    'The text needs {needed} bytes and can have at most {length}',
    '文本需要 {needed} 字节，最多 {length} 字节',
  ],
  2008: [
    'writeCharacter',
    'The text encoding of the variable has no character "{char}"',
    '变量的字符编码不支持字符“{char}”',
  ],
  2009: [
    'writeNotExact',
    'The variable cannot hold {value} exactly, the nearest value is {nearest}',
    '变量无法精确保存 {value}，最接近的值为 {nearest}',
  ],
  2010: ['writeNotFinite', 'NaN and infinity cannot be written', '不能写入 NaN 或无穷大'],
  2011: [
    'inputSilent',
    'A variable in it was not stored for longer than its report has between two readings',
    '其中有变量超过历史报表的存储间隔未存储新数据',
  ],
  2501: ['shareUnknown', 'This link is not valid', '分享链接无效'],
  2502: ['shareExpired', 'This share has expired', '分享已过期'],
  2503: ['shareEnded', 'Sharing has ended', '分享已取消'],
  2504: ['sharePasswordWrong', 'The share password is wrong', '分享密码错误'],
  2505: [
    'shareIncomplete',
    'Make a link, set a password and choose what is shown before sharing',
    '请先生成分享链接、设置分享密码并选择开放的菜单',
  ],
  2506: ['visitEnded', 'Your visit has ended; enter the share password again', '访问已结束，请重新输入分享密码'],
  2507: ['shareForbids', 'This share does not show that', '该分享未开放此内容'],
  2508: ['visitCapacity', 'Too many visitors at the moment, try again later', '当前访问人数过多，请稍后再试'],
  2601: ['projectCapacity', 'A company has at most {limit} projects', '每个企业最多 {limit} 个项目'],
  2602: [
    'projectAccountCapacity',
    'At most {limit} accounts are authorised for a project',
    '每个项目最多授权 {limit} 个账号',
  ],
  2603: ['projectPageCapacity', 'A project has at most {limit} pages', '每个项目最多 {limit} 个组态页面'],
  2604: ['reportFieldCapacity', 'A custom report has at most {limit} fields', '每个自定义报表最多 {limit} 个字段'],
  2605: [
    'keyOfDevice',
    'A device has one key variable, and it is one of its own',
    '每台设备只能设置一个关键变量，且须属于该设备',
  ],
  2606: ['projectEquipCapacity', 'A project has at most {limit} devices', '每个项目最多 {limit} 台设备'],
  2607: ['mvarCapacity', 'A project has at most {limit} intermediate variables', '每个项目最多 {limit} 个中间变量'],
  2608: ['customReportCapacity', 'A project has at most {limit} custom reports', '每个项目最多 {limit} 个自定义报表'],
  2610: [
    'reportVariableCapacity',
    'A custom report uses at most {limit} variables',
    '每个自定义报表最多使用 {limit} 个变量',
  ],
  2611: ['nothingStored', 'Nothing was stored in this time', '该时间段内没有存储数据'],
  2612: ['storedBad', 'No good reading was stored in this time', '该时间段内没有存储到正常数据'],
  2613: ['variableNotStored', 'No history report stores the variable', '没有历史报表存储该变量'],
  2614: ['variableNotInProject', 'The variable is in no device of the project', '该变量不属于项目中的设备'],
  2616: [
    'mvarAlarmCapacity',
    'An intermediate variable has at most {limit} alarm rules',
    '每个中间变量最多 {limit} 条报警规则',
  ],
  2617: [
    'inputsUnstored',
    'Stored in no history report: {names}. The rule would be judged only while someone watches',
    '以下变量未被任何历史报表存储：{names}。规则只有在有人查看时才能判断',
  ],
  2618: [
    'formulaIdle',
    'The formula names a variable that is gone, is write-only or is of a device outside the project',
    '公式引用的变量已不存在、为只写变量，或不属于项目中的设备',
  ],
  2901: [
    'enterpriseAccountLimit',
    'A company has at most {limit} company administrators',
    '每个企业最多 {limit} 个企业管理员',
  ],
  3101: ['templateCapacity', 'A company has at most {limit} templates', '每个企业最多 {limit} 个模板'],
  3102: [
    'templateInUse',
    'The template is in use and cannot be deleted: {count} devices follow it',
    '模板正在使用，不能删除：已有 {count} 台设备绑定',
  ],
  3103: ['templateFile', 'The template file cannot be read: {reason}', '模板文件无法读取：{reason}'],
  3104: [
    'templateFileNewer',
    'The file was made by a newer version of the platform (format {version})',
    '模板文件由更新版本的平台导出（格式 {version}），无法导入',
  ],
  10001: ['badParameter', 'Invalid parameter {field}: {reason}', '参数错误 {field}：{reason}'],
  10002: ['notFound', 'The data does not exist or you have no access', '数据不存在或无权访问'],
  10003: ['nameExists', 'The name "{name}" already exists', '名称“{name}”已存在'],
  10004: [
    'staleVersion',
    'Someone saved a newer version; reload and apply your change again',
    '他人已保存更新的版本，请刷新后重新修改',
  ],
  10005: ['tooLarge', 'The request is too large, at most {limit}', '请求过大，最多 {limit}'],
  10006: ['rowsRefused', '{count} rows have errors; nothing was saved', '{count} 行数据有误，未保存任何数据'],
  10007: ['inUse', 'Still in use: {reason}', '仍在使用中：{reason}'],
  10008: ['badState', 'Not possible now: {reason}', '当前状态不允许：{reason}'],
  10009: ['spanTooLong', 'The time range can be at most {days} days', '查询时间范围不能超过 {days} 天'],
  10010: ['endBeforeStart', 'The end must not be earlier than the start', '结束时间不能早于开始时间'],
  10011: ['tooManySignals', 'At most {limit} variables at once', '一次最多查询 {limit} 个变量'],
  10012: [
    'tooManyPoints',
    'At most {limit} points at once; choose a larger step or a shorter range',
    '一次最多 {limit} 个点，请增大步长或缩短时间范围',
  ],
  10014: [
    'savedTooMuch',
    'The company has saved too much within a day; save it again later',
    '企业一天内保存的版本数据过多，请稍后再保存',
  ],
  90001: ['emptyData', 'There is no data', '暂无数据'],
  90002: ['noPermission', 'You do not have permission', '没有权限'],
  90003: ['tooFrequent', 'Too many requests; try again in a moment', '操作过于频繁，请稍后再试'],
  90004: ['originRefused', 'The request came from another site and was refused', '请求来源不被允许'],
  90005: ['databaseDown', 'The database is not available at the moment', '数据库暂时不可用'],
  90006: [
    'hostRefused',
    'The platform does not answer under this host name; its administrator sets PUBLIC_URL',
    '平台不响应此域名，请管理员设置 PUBLIC_URL',
  ],
  90007: ['noWritePermission', 'You do not have permission to write data', '没有写入数据的权限'],
  90008: [
    'noAlarmAccess',
    'No permission to view the alarm or repair order record',
    '没有查看报警或维修工单记录的权限',
  ],
  90099: ['unknown', 'Something went wrong, number {logId}', '系统异常，编号 {logId}'],
} as const satisfies Record<number, readonly [name: string, en: string, zh: string]>

type Table = typeof table
export type ErrorCode = keyof Table
export type ErrorName = Table[ErrorCode][0]
export const languages = ['en', 'zh-cn'] as const
export type Language = (typeof languages)[number]
export type Details = Record<string, string | number>

export type MarksIn<T extends string> = T extends `${string}{${infer Mark}}${infer Rest}` ? Mark | MarksIn<Rest> : never
type CodeNamed<N extends ErrorName> = { [C in ErrorCode]: Table[C][0] extends N ? C : never }[ErrorCode]
type MarksAt<C extends ErrorCode> = C extends ErrorCode ? MarksIn<Table[C][1]> : never

/** Codes whose text has no placeholders, and codes that need details. */
export type PlainCode = { [C in ErrorCode]: [MarksAt<C>] extends [never] ? C : never }[ErrorCode]
export type MarkedCode = Exclude<ErrorCode, PlainCode>
export type PlainName = Table[PlainCode][0]
type MarkedName = Table[MarkedCode][0]
/** Values for all placeholders of a code. */
export type DetailsAt<C extends ErrorCode> = Record<MarksAt<C>, string | number>
export type DetailsOf<N extends ErrorName> = DetailsAt<CodeNamed<N>>
/** An error that is reported later: its name, and values for all its placeholders. */
export type Named = { [N in ErrorName]: Record<'error', N> & FilledBy<N> }[ErrorName]
type FilledBy<N extends ErrorName> = N extends PlainName ? { details?: Details } : { details: DetailsOf<N> }

const codes = new Map<string, ErrorCode>(
  Object.entries(table).map(([code, row]) => [row[0], Number(code) as ErrorCode]),
)

/** The number of an error. */
export const errorCode = (name: ErrorName): ErrorCode => codes.get(name)!

/** `advice` says how to resolve the error; undefined: the advice for its range of codes (features/platform/help). */
export type ErrorRow = { code: number; name: string; en: string; zh: string; advice?: Advice }
export type Advice = readonly [en: string, zh: string]

/** Every code with its row, for tests and documentation; those of rooms once their `errors.ts` has loaded. */
export const errorRows: ErrorRow[] = Object.entries(table).map(([code, [name, en, zh]]) => ({
  ...{ code: Number(code), name, en, zh },
}))

/** Numbers that a code had before. Append-only log lines and older gateways still hold them. */
const formerNumbers: Record<number, ErrorCode> = { 1111: 1141, 1112: 1142, 1113: 1143, 1321: 1354, 2609: 2604 }

const mark = /\{(\w+)\}/g
const rows: Record<number, readonly [name: string, en: string, zh: string] | undefined> = { ...table }
const brief: Record<string, readonly [en: string, zh: string]> = {
  ...(briefTexts satisfies Record<MarkedName, readonly [en: string, zh: string]>),
}
// A type check: the numbers of `lightCodes` equal those of the table.
lightCodes satisfies { [N in ErrorName]?: CodeNamed<N> }

/** The placeholders in the text of a code. */
export const marksOf = (code: number): string[] => [...(rows[code]?.[1] ?? '').matchAll(mark)].map(([, key]) => key!)

/**
 * The text of a code in a language with its details filled in; without details, its text without placeholders. Unknown
 * codes give a generic text with the code. [S8]
 */
export function errorText(code: number, language: Language, details: Details = {}): string {
  const current = formerNumbers[code] ?? code
  const row = rows[current]
  const isEnglish = language === 'en'
  if (!row) return isEnglish ? `The operation failed (code ${code})` : `操作失败（代码 ${code}）`
  const text = isEnglish ? row[1] : row[2]
  if (marksOf(current).some((key) => (details[key] ?? '') === '')) return brief[row[0]]![isEnglish ? 0 : 1]
  return text.replace(mark, (_, key: string) => String(details[key]))
}

/** A fault with a number, thrown by rules, stores and handlers, turned into the envelope by the HTTP edge. */
export class Failure extends Error {
  readonly code: ErrorCode
  readonly details: Details
  /** Data sent with the message, e.g. the bad rows of an import. */
  readonly data: unknown
  constructor(name: ErrorName, details: Details, data: unknown) {
    super(name)
    this.code = errorCode(name)
    this.details = details
    this.data = data
  }
}

/**
 * Creates an error: `fail('notFound')`; a text with placeholders requires their values: `fail('nameExists', { name })`.
 */
export function fail(name: PlainName, details?: Record<never, never>, data?: unknown): Failure
export function fail<N extends ErrorName>(name: N, details: DetailsOf<N>, data?: unknown): Failure
export function fail(name: ErrorName, details: Details = {}, data: unknown = null): Failure {
  return new Failure(name, details, data)
}

/** Converts a fault that rules returned, with its details, to an error that can be thrown. */
export const failAs = ({ error, details = {} }: Named, data: unknown = null): Failure =>
  new Failure(error, details, data)

/**
 * Adds errors of a room (contract/room-errors.ts). Throws for a number or a name that another error has. `brief` is the
 * text without placeholders, for a text that has some.
 */
export function addError({ brief: short, ...row }: ErrorRow & { brief?: Advice }): void {
  const { code, name, en, zh } = row
  const taken = rows[code]?.[0] ?? (codes.has(name) ? name : undefined)
  if (taken !== undefined) throw new Error(`error ${code} ${name}: ${taken} has this number or name`)
  rows[code] = [name, en, zh]
  if (short) brief[name] = short
  codes.set(name, code as ErrorCode)
  errorRows.push(row)
}
