// The navigation as one tree: areas in a rail, their entries in a panel. [S2] A page that does not exist yet, or that
// the user may not open, is left out, and so is an empty heading or area; name and icon of an entry are the page's own.
import type { MenuArea, MenuTree } from '../../ui/routes.ts'

export const areas: readonly MenuArea[] = [
  {
    label: { en: 'Monitor', 'zh-cn': '监控' },
    icon: 'monitor',
    sections: [
      { label: { en: 'Devices', 'zh-cn': '设备' }, entries: ['/monitor/eg/list', '/monitor/eg/group', '/map'] },
      { label: { en: 'GM devices', 'zh-cn': 'GM 设备' }, entries: ['/monitor/gm/list', '/monitor/gm/group'] },
    ],
  },
  {
    label: { en: 'Projects', 'zh-cn': '项目' },
    icon: 'centre',
    sections: [
      {
        label: { en: 'Operate', 'zh-cn': '运行' },
        entries: ['/monitor/gm/ocInfo', '/manage/eg/project/list-operation'],
      },
      { label: { en: 'Build', 'zh-cn': '搭建' }, entries: ['/manage/eg/project/list', '/manage/eg/scene'] },
    ],
  },
  {
    label: { en: 'Alarms', 'zh-cn': '报警' },
    icon: 'alarm',
    sections: [{ label: { en: 'Alarms', 'zh-cn': '报警' }, entries: ['/monitor/alarm'] }],
  },
  {
    label: { en: 'Operations', 'zh-cn': '运维' },
    icon: 'wrench',
    sections: [
      { label: { en: 'Work', 'zh-cn': '工作' }, entries: ['/manage/ops/repairs', '/manage/ops/worksheet'] },
      {
        label: { en: 'Inspection', 'zh-cn': '巡检' },
        entries: ['/manage/ops/inspection_plan', '/manage/ops/inspection_content'],
      },
    ],
  },
  {
    label: { en: 'Reports', 'zh-cn': '报表' },
    icon: 'report',
    sections: [
      { label: { en: 'Smart reports', 'zh-cn': '智能报表' }, entries: ['/monitor/excel', '/manage/excel/list'] },
    ],
  },
  {
    label: { en: 'Equipment', 'zh-cn': '设备' },
    icon: 'gateway',
    sections: [
      {
        label: { en: 'Equipment centre', 'zh-cn': '设备中心' },
        entries: ['/manage/eg/equipment/list', '/manage/eg/gateway', '/manage/eg/group', '/manage/eg/template/list'],
      },
    ],
  },
  {
    label: { en: 'Extensions', 'zh-cn': '扩展' },
    icon: 'puzzle',
    sections: [
      {
        label: { en: 'Interfaces', 'zh-cn': '开放' },
        entries: ['/manage/api/list', '/manage/openys'],
      },
      {
        label: { en: 'Own style', 'zh-cn': '风格定制' },
        entries: ['/manage/style/list', '/manage/vas/custom-style', '/manage/vas/custom-platform'],
      },
      {
        label: { en: 'Cards and SMS', 'zh-cn': '卡与短信' },
        entries: [
          '/manage/card/list',
          '/manage/card/order',
          '/manage/card/invoice',
          '/manage/sms/buy',
          '/manage/sms/send',
          '/manage/sms/statistics',
        ],
      },
    ],
  },
  {
    label: { en: 'Company', 'zh-cn': '企业' },
    icon: 'building',
    sections: [
      {
        label: { en: 'Company', 'zh-cn': '企业' },
        entries: [
          '/manage/orgal/enterprise',
          '/manage/orgal/dept',
          '/manage/orgal/role',
          '/manage/orgal/log',
          '/manage/organisation/translation',
        ],
      },
      {
        label: { en: 'Account centre', 'zh-cn': '账号中心' },
        entries: [
          '/manage/account/op',
          '/manage/account/co',
          '/manage/account/enroll',
          '/manage/account/int',
          '/manage/account/ext',
        ],
      },
    ],
  },
  {
    label: { en: 'Platform', 'zh-cn': '平台' },
    icon: 'gauge',
    sections: [
      {
        label: { en: 'Operate', 'zh-cn': '运行' },
        entries: [
          '/manage/system/history-quarantine',
          '/manage/system/feedback',
          '/manage/system/msg',
          '/manage/system/outbox',
          '/manage/system/sign-on',
        ],
      },
      {
        label: { en: 'Firmware and system', 'zh-cn': '固件与系统' },
        entries: [
          '/manage/system/hardware',
          '/manage/system/protocol',
          '/manage/system/model',
          '/manage/system/version',
          '/manage/system/market',
          '/manage/system/license',
          '/manage/style/system',
        ],
      },
    ],
  },
]

/** The areas with their entries alone, for pages about the navigation. */
export const menu: MenuTree = areas.map(({ label, sections }) => ({
  label,
  entries: sections.flatMap(({ entries }) => entries),
}))
