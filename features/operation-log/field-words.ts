// Names of the fields that an operation can change: for screens, and for exports, which have no screen.
import type { Language } from '../../contract/errors.ts'
import type { DataRange, Permission, RoleType } from '../../contract/permissions.ts'
import { nothingShown } from '../../ui/format.ts'
import { keyWord, rangeWords } from '../permission-words.ts'

export const fieldWords = {
  en: {
    name: 'name',
    number: 'number',
    manufacturer: 'manufacturer',
    factoryDate: 'factory date',
    installDate: 'install date',
    warrantyUntil: 'warranty until',
    iccid: 'ICCID',
    sort: 'sort number',
    address: 'address',
    longitude: 'longitude',
    latitude: 'latitude',
    ruleType: 'opens as',
    zone: 'time zone',
    remark: 'remark',
    sn: 'SN',
    series: 'series',
    model: 'model',
    signals: 'variables',
    drivers: 'drivers',
    reports: 'history reports',
    report: 'history report',
    alarms: 'alarm rules',
    alarmRule: 'alarm rule',
    version: 'version',
    force: 'forced',
    widgets: 'widgets',
    titleEn: 'English title',
    body: 'text',
    bodyEn: 'English text',
    publishAt: 'published at',
    title: 'title',
    equipmentCount: 'devices',
    messages: 'message numbers',
    landed: 'stored in history',
    refused: 'refused again',
    driver: 'driver',
    connection: 'connection',
    dataType: 'data type',
    node: 'node',
    removed: 'removed',
    loginname: 'username',
    accountName: 'first account',
    phone: 'phone',
    email: 'e-mail',
    company: 'company',
    customerLevel: 'customer level',
    securityZone: 'security zone',
    contact: 'contact',
    roleType: 'type',
    disabled: 'disabled',
    maxInternal: 'internal accounts, at most',
    maxExternal: 'external accounts, at most',
    subject: 'to',
    mayWrite: 'right',
    equipmentIds: 'devices',
    note: 'note',
    errorValShow: 'bad values shown as',
    errorDefaultVal: 'text for bad values',
    isLocked: 'password',
    auths: 'permissions',
    dataRange: 'devices',
    regions: 'page regions',
    copyOf: 'copy of',
    roleName: 'role',
    departmentName: 'department',
    maxUses: 'accounts, at most',
    expiresAt: 'valid until',
    until: 'valid until',
    comment: 'comment',
    reason: 'reason',
    creator: 'made by',
    ip: 'IP address',
    agent: 'program',
    count: 'number',
    required: 'required',
    way: 'by',
    questions: 'questions',
    names: 'names',
    source: 'name',
    en: 'English',
    zh: 'Chinese',
    restored: 'version restored',
    apiKey: 'by API key',
    avatar: 'picture',
    isShared: 'shared',
    menus: 'visitors see',
    topMenu: 'top menu',
    ancestors: 'sites that may frame it',
    slug: 'short name',
    issuer: 'issuer',
    clientId: 'client ID',
    scope: 'scopes',
    roleClaim: 'claim that names roles',
    roleMap: 'mapping of roles',
    addsAccounts: 'adds unknown people',
    emailDomains: 'allowed e-mail domains',
    verifiesStep: 'verifies a second step',
    enabled: 'switched on',
    isSecretNew: 'new secret',
  },
  'zh-cn': {
    name: '名称',
    number: '编号',
    manufacturer: '生产厂家',
    factoryDate: '出厂日期',
    installDate: '安装日期',
    warrantyUntil: '质保期至',
    iccid: 'ICCID',
    sort: '排序号',
    address: '地址',
    longitude: '经度',
    latitude: '纬度',
    ruleType: '打开方式',
    zone: '时区',
    remark: '备注',
    sn: 'SN',
    series: '系列',
    model: '型号',
    signals: '变量数',
    drivers: '驱动数',
    reports: '历史报表数',
    report: '历史报表',
    alarms: '报警规则数',
    alarmRule: '报警规则',
    version: '版本',
    force: '强制同步',
    widgets: '组件数',
    titleEn: '英文标题',
    body: '正文',
    bodyEn: '英文正文',
    publishAt: '发布时间',
    title: '名称',
    equipmentCount: '设备数',
    messages: '数据编号',
    landed: '写入历史',
    refused: '再次拒绝',
    driver: '驱动',
    connection: '连接',
    dataType: '数据类型',
    node: '节点',
    removed: '已删除',
    loginname: '用户名',
    accountName: '首个账号',
    phone: '手机号',
    email: '邮箱',
    company: '公司',
    customerLevel: '客户级别',
    securityZone: '安全区域',
    contact: '联系人',
    roleType: '类型',
    disabled: '停用',
    maxInternal: '内部账号上限',
    maxExternal: '外部账号上限',
    subject: '授权对象',
    mayWrite: '权限',
    equipmentIds: '设备',
    note: '备注',
    errorValShow: '异常值显示方式',
    errorDefaultVal: '异常值文本',
    isLocked: '页面密码',
    auths: '功能权限',
    dataRange: '数据范围',
    regions: '页面区域',
    copyOf: '复制自',
    roleName: '角色',
    departmentName: '部门',
    maxUses: '账号数上限',
    expiresAt: '有效期至',
    until: '有效期至',
    comment: '备注',
    reason: '原因',
    creator: '邀请人',
    ip: 'IP 地址',
    agent: '程序',
    count: '数量',
    required: '必须',
    way: '方式',
    questions: '密保问题',
    names: '名称数',
    source: '名称',
    en: '英文',
    zh: '中文',
    restored: '恢复自版本',
    apiKey: 'API 密钥',
    avatar: '头像',
    isShared: '分享',
    menus: '访客可见',
    topMenu: '顶部菜单',
    ancestors: '允许嵌入的网站',
    slug: '企业简称',
    issuer: '签发者',
    clientId: '客户端 ID',
    scope: '授权范围',
    roleClaim: '角色声明',
    roleMap: '角色映射',
    addsAccounts: '自动添加新人员',
    emailDomains: '允许的邮箱域名',
    verifiesStep: '登录服务已验证第二步',
    enabled: '启用',
    isSecretNew: '更换密钥',
  },
} as const

/** The name of a field; an unknown field keeps its stored name. */
export const fieldName = (field: string, language: Language): string =>
  (fieldWords[language] as Readonly<Record<string, string>>)[field] ?? field

type Words = Readonly<Record<Language, string>>

const roleTypeWords: Readonly<Record<RoleType, Words>> = {
  admin: { en: 'administrator of the platform', 'zh-cn': '平台管理员' },
  operation: { en: 'staff of the platform', 'zh-cn': '平台运维' },
  enterprise: { en: 'enterprise', 'zh-cn': '企业' },
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
const writes: Words = { en: 'view and write', 'zh-cn': '查看和写入' }
const views: Words = { en: 'view', 'zh-cn': '查看' }

/** Words of a stored value where people know it by others; nothing where it is shown as it is. */
export function valueWords(field: string, value: unknown, language: Language): string | undefined {
  if (field === 'mayWrite') return (value ? writes : views)[language]
  if (typeof value === 'boolean') return (value ? yes : no)[language]
  if (field === 'roleType') return roleTypeWords[value as RoleType]?.[language]
  if (field === 'dataRange') return rangeWords[value as DataRange]?.[language]
  if (/^(menus|ancestors|emailDomains)$/.test(field) && Array.isArray(value))
    return value.map((each: string) => menuWords[each]?.[language] ?? each).join(', ') || nothingShown
  if (field === 'regions' && value === '*') return { en: 'all', 'zh-cn': '全部' }[language]
  if (field === 'auths')
    return (
      keysOf(value)
        ?.map((key) => keyWord(key, language))
        .join(', ') || undefined
    )
  if (typeof value === 'number' && /^(until|expiresAt)$/.test(field))
    return `${new Date(value).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  return undefined
}

/** The log of a role has them in one text, that of an API key as a list. */
function keysOf(value: unknown): Permission[] | undefined {
  const keys = typeof value === 'string' ? value.split(', ') : value
  return Array.isArray(keys) ? keys.filter((key) => key !== '') : undefined
}
