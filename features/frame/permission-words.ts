// Names of permission keys, columns and data ranges, for pages, refusals and the log.
import type { Language } from '../../contract/errors.ts'
import type { DataRange, Permission, PermissionColumn } from '../../contract/permissions.ts'
import { labelIn } from '../../ui/words.ts'
import { placeOf } from './permissions.ts'

type Words = Readonly<Record<Language, string>>

export const columnWords: Readonly<Record<PermissionColumn, Words>> = {
  view: { en: 'View', 'zh-cn': '查看' },
  add: { en: 'Add', 'zh-cn': '新增' },
  edit: { en: 'Edit', 'zh-cn': '修改' },
  delete: { en: 'Delete', 'zh-cn': '删除' },
  export: { en: 'Export', 'zh-cn': '导出' },
}

export const rangeWords: Readonly<Record<DataRange, Words>> = {
  all: { en: 'All devices of the company', 'zh-cn': '全企业设备' },
  department: { en: 'Devices made by the department and those below', 'zh-cn': '本部门及下级创建的设备' },
  own: { en: 'Devices made by the member', 'zh-cn': '本人创建的设备' },
  granted: { en: 'Authorised devices only', 'zh-cn': '仅授权设备' },
}

/** Names of the pages of keys, as in the navigation: the server does not have the routes. */
const pageWords: Readonly<Record<string, Words>> = {
  '/manage/account/int': { en: 'Internal accounts', 'zh-cn': '内部账号' },
  '/manage/account/ext': { en: 'External accounts', 'zh-cn': '外部账号' },
  '/manage/account/op': { en: 'Operation accounts', 'zh-cn': '运营账号' },
  '/manage/account/co': { en: 'Companies', 'zh-cn': '企业账号' },
  '/manage/account/enroll': { en: 'Invitations', 'zh-cn': '邀请记录' },
  '/manage/system/msg': { en: 'Announcements', 'zh-cn': '系统公告' },
  '/manage/openys': { en: 'Video provider', 'zh-cn': '视频接入参数' },
  '/manage/api/list': { en: 'API list', 'zh-cn': 'API 列表' },
  '/manage/eg/equipment/list': { en: 'Device management', 'zh-cn': '设备管理' },
  '/manage/eg/gateway': { en: 'Gateways', 'zh-cn': '网关管理' },
  '/manage/eg/template/list': { en: 'Templates', 'zh-cn': '模板管理' },
  '/manage/eg/group': { en: 'Groups', 'zh-cn': '分组管理' },
  '/manage/eg/project/list': { en: 'Project setup', 'zh-cn': '项目配置' },
  '/manage/eg/scene': { en: '3D scenes', 'zh-cn': '3D 场景' },
  '/manage/orgal/dept': { en: 'Departments', 'zh-cn': '部门管理' },
  '/manage/orgal/enterprise': { en: 'Company data', 'zh-cn': '企业资料' },
  '/manage/orgal/log': { en: 'Operation log', 'zh-cn': '操作日志' },
  '/manage/orgal/role': { en: 'Roles', 'zh-cn': '角色与权限' },
  '/manage/system/feedback': { en: 'User feedback', 'zh-cn': '用户反馈' },
  '/manage/system/hardware': { en: 'Gateway firmware', 'zh-cn': '网关固件' },
  '/manage/system/history-quarantine': { en: 'History quarantine', 'zh-cn': '历史数据隔离区' },
  '/manage/system/outbox': { en: 'Outgoing messages', 'zh-cn': '消息发送' },
  '/manage/system/sign-on': { en: 'Single sign-on', 'zh-cn': '单点登录' },
  '/monitor/alarm': { en: 'Alarms', 'zh-cn': '报警' },
  '/monitor/eg/list': { en: 'Devices', 'zh-cn': '设备监控' },
}

/** The name of a key without its page: `Edit`, `Write values`. */
export function keyWord(key: Permission, language: Language): string {
  const as = placeOf(key)?.as
  if (as === undefined) return key
  return labelIn(typeof as === 'string' ? columnWords[as] : as, language)
}

/** The name of a key with its page, for use in a sentence: `Device management: edit`. */
export function keyWithPage(key: Permission, language: Language): string {
  const page = labelIn(pageWords[placeOf(key)?.page ?? ''], language)
  const word = keyWord(key, language)
  if (page === undefined) return word
  return language === 'en' ? `${page}: ${word[0]!.toLowerCase()}${word.slice(1)}` : `${page}：${word}`
}
