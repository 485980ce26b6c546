// Roles of the demonstration: operators, engineers, observers, customers and support.
import type { Language } from '../../../contract/errors.ts'
import type { Demo, Seed } from '../../frame/seeding.ts'
import { addRole, queryRoles, type Role } from './contract.ts'

type Planned = Pick<Role, 'roleType' | 'auths' | 'dataRange'> & {
  name: Record<Language, string>
  remark: Record<Language, string>
}

const alarms = [
  ...(['alarm:acknowledge', 'alarm:shelve', 'alarm:export', 'monitor_multi_designer_alarm'] as const),
  ...(['monitor_equipinfo_menu_alarm', 'monitor_designer_menu_alarm'] as const),
]

const roles: readonly Planned[] = [
  {
    name: { en: 'Operators', 'zh-cn': '值班员' },
    remark: { en: 'Watch the works by shifts and change setpoints', 'zh-cn': '轮班值守，可调整设定值' },
    ...{ roleType: 'internal', dataRange: 'all', auths: ['signal:write', 'history:export', 'project:view', ...alarms] },
  },
  {
    name: { en: 'Engineers', 'zh-cn': '工程师' },
    remark: { en: 'Configure devices, gateways and pages', 'zh-cn': '配置设备、网关与组态页面' },
    ...{ roleType: 'internal', dataRange: 'all' },
    auths: [
      'equipment:add',
      'equipment:edit',
      'page:edit',
      'gateway:edit',
      'group:edit',
      'project:edit',
      'signal:write',
      'history:export',
      ...alarms,
    ],
  },
  {
    name: { en: 'Observers', 'zh-cn': '查看员' },
    remark: { en: 'See what is authorised to them', 'zh-cn': '仅查看授权的设备' },
    ...{ roleType: 'internal', dataRange: 'granted', auths: ['history:view', 'log:view'] },
  },
  {
    name: { en: 'Large customers', 'zh-cn': '大用户' },
    remark: { en: 'See pressure and flow of their supply', 'zh-cn': '查看供水压力与流量' },
    ...{ roleType: 'external', dataRange: 'granted', auths: ['history:view'] },
  },
  {
    name: { en: 'Support', 'zh-cn': '运维支持' },
    remark: { en: 'Registers gateways and answers feedback', 'zh-cn': '登记网关，处理反馈' },
    ...{ roleType: 'operation', dataRange: 'all', auths: ['gateway:register', 'enterprise:view', 'feedback:view'] },
  },
]

async function run({ call, language }: Demo): Promise<void> {
  const known = (await call(queryRoles, {})).roles
  for (const { name, remark, ...rights } of roles)
    if (!known.some((role) => role.name === name[language]))
      await call(addRole, { ...rights, name: name[language], remark: remark[language] })
}

export default { place: 21, run, names: roles.flatMap(({ name, remark }) => [name, remark]) } satisfies Seed
