// Stored values of the log in the words of the screens.
import type { Language } from '../../../contract/errors.ts'
import type { DataRange, Permission, RoleType } from '../../../contract/permissions.ts'
import { nothingShown } from '../../../ui/format.ts'
import { joinWords } from '../../../ui/punctuation.ts'
import { keyWord, rangeWords } from '../../frame/permission-words.ts'

type Words = Readonly<Record<Language, string>>

const roleTypeWords: Readonly<Record<RoleType, Words>> = {
  admin: { en: 'administrator of the platform', 'zh-cn': '平台管理员' },
  operation: { en: 'staff of the platform', 'zh-cn': '平台人员' },
  enterprise: { en: 'company administrator', 'zh-cn': '企业管理员' },
  internal: { en: 'internal', 'zh-cn': '内部' },
  external: { en: 'external', 'zh-cn': '外部' },
}
const yes: Words = { en: 'yes', 'zh-cn': '是' }
const no: Words = { en: 'no', 'zh-cn': '否' }
const menuWords: Readonly<Record<string, Words>> = {
  realTime: { en: 'real-time data', 'zh-cn': '实时数据' },
  page: { en: 'configuration page', 'zh-cn': '组态页面' },
  history: { en: 'history', 'zh-cn': '历史数据' },
}
/** Words of fields with a fixed set of values. */
const namedValues: Readonly<Record<string, Readonly<Record<string, Words>>>> = {
  theme: { light: { en: 'light', 'zh-cn': '浅色' }, dark: { en: 'dark', 'zh-cn': '深色' } },
  language: { en: { en: 'English', 'zh-cn': '英文' }, 'zh-cn': { en: 'Chinese', 'zh-cn': '中文' } },
  mode: {
    standard: { en: 'standard', 'zh-cn': '标准' },
    switch: { en: 'switch', 'zh-cn': '交换机' },
    router: { en: 'router', 'zh-cn': '路由' },
    download: { en: 'remote download', 'zh-cn': '远程下载' },
  },
  auth: {
    none: { en: 'none', 'zh-cn': '无认证' },
    oneWay: { en: 'one-way (TLS)', 'zh-cn': '单向认证（TLS）' },
    mutual: { en: 'mutual (TLS)', 'zh-cn': '双向认证（TLS）' },
  },
  positions: {
    signals: { en: 'of two variables', 'zh-cn': '两个变量' },
    gateway: { en: 'of its gateway', 'zh-cn': '网关定位' },
  },
  region: {
    china: { en: 'mainland China', 'zh-cn': '中国大陆' },
    international: { en: 'elsewhere', 'zh-cn': '海外' },
  },
  direction: {
    up: { en: 'up', 'zh-cn': '上' },
    down: { en: 'down', 'zh-cn': '下' },
    left: { en: 'left', 'zh-cn': '左' },
    right: { en: 'right', 'zh-cn': '右' },
    zoomIn: { en: 'closer', 'zh-cn': '放大' },
    zoomOut: { en: 'wider', 'zh-cn': '缩小' },
  },
  ruleType: {
    '00': { en: 'lists', 'zh-cn': '列表' },
    '01': { en: 'configuration page', 'zh-cn': '组态页面' },
  },
  dataRule: {
    range: { en: 'by groups and departments', 'zh-cn': '按分组和部门' },
    named: { en: 'by name only', 'zh-cn': '仅按设备授权' },
  },
  calcType: {
    sum: { en: 'sum', 'zh-cn': '求和' },
    avg: { en: 'average', 'zh-cn': '平均值' },
    min: { en: 'minimum', 'zh-cn': '最小值' },
    max: { en: 'maximum', 'zh-cn': '最大值' },
    custom: { en: 'custom', 'zh-cn': '自定义' },
  },
  defaultValueMode: {
    last: { en: 'last collected value', 'zh-cn': '最后采集值' },
    custom: { en: 'default value', 'zh-cn': '自定义默认值' },
  },
  errorValShow: {
    custom: { en: 'own text', 'zh-cn': '自定义文本' },
    last: { en: 'last good value', 'zh-cn': '最后正常值' },
  },
  act: {
    pause: { en: 'pause', 'zh-cn': '暂停' },
    resume: { en: 'resume', 'zh-cn': '继续' },
    cancel: { en: 'cancel', 'zh-cn': '取消' },
  },
  state: {
    running: { en: 'in progress', 'zh-cn': '进行中' },
    paused: { en: 'paused', 'zh-cn': '已暂停' },
    done: { en: 'completed', 'zh-cn': '已完成' },
    cancelled: { en: 'cancelled', 'zh-cn': '已取消' },
  },
  why: {
    ended: { en: 'its user', 'zh-cn': '使用者' },
    expired: { en: 'its time', 'zh-cn': '到时' },
    idle: { en: 'no use', 'zh-cn': '长时间未使用' },
    unused: { en: 'no start of the local program', 'zh-cn': '本地程序未启动' },
    programGone: { en: 'loss of the local program', 'zh-cn': '本地程序断开' },
    gatewayGone: { en: 'loss of the gateway', 'zh-cn': '网关断开' },
    gatewayRefused: { en: 'the gateway', 'zh-cn': '网关拒绝' },
    rightsEnded: { en: 'loss of the right', 'zh-cn': '权限失效' },
    moved: { en: 'change of the gateway', 'zh-cn': '设备更换网关' },
    restarted: { en: 'restart of the platform', 'zh-cn': '平台重启' },
    broken: { en: 'a broken connection', 'zh-cn': '连接中断' },
  },
}

const writes: Words = { en: 'view and write', 'zh-cn': '查看和写入' }
const views: Words = { en: 'view', 'zh-cn': '查看' }

/** The words for a stored value; undefined if it is shown as stored. */
export function fieldValue(field: string, value: unknown, language: Language): string | undefined {
  if (field === 'mayWrite') return (value ? writes : views)[language]
  if (typeof value === 'boolean') return (value ? yes : no)[language]
  if (typeof value === 'string' && Object.hasOwn(namedValues, field)) return namedValues[field]?.[value]?.[language]
  if (field === 'roleType') return roleTypeWords[value as RoleType]?.[language]
  if (field === 'dataRange') return rangeWords[value as DataRange]?.[language]
  if (/^(menus|ancestors|emailDomains)$/.test(field) && Array.isArray(value))
    return (
      joinWords(
        value.map((each: string) => menuWords[each]?.[language] ?? each),
        language,
      ) || nothingShown
    )
  if (field === 'regions' && value === '*') return { en: 'all', 'zh-cn': '全部' }[language]
  if (field === 'auths')
    return joinWords(keysOf(value)?.map((key) => keyWord(key, language)) ?? [], language) || undefined
  if (typeof value === 'number' && /^(until|expiresAt)$/.test(field))
    return `${new Date(value).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return undefined
}

/** The log of a role has the keys in one string, that of an API key as a list. */
function keysOf(value: unknown): Permission[] | undefined {
  const keys = typeof value === 'string' ? value.split(', ') : value
  return Array.isArray(keys) ? keys.filter((key) => key !== '') : undefined
}
