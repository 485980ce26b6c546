// The navigation as one tree, in its order. [S2] A page that does not exist yet, or that the user may not open, is left
// out, and so is an empty section; name and icon of an entry are the page's own.
import type { MenuTree } from '../../ui/routes.ts'

export const menu: MenuTree = [
  {
    label: { en: 'Monitor', 'zh-cn': '监控' },
    entries: [
      '/monitor/eg/list',
      '/monitor/eg/group',
      '/map',
      '/monitor/gm/list',
      '/monitor/gm/group',
      '/monitor/gm/ocInfo',
      '/monitor/excel',
      '/monitor/alarm',
    ],
  },
  {
    label: { en: 'Equipment centre', 'zh-cn': '设备中心' },
    entries: [
      '/manage/eg/equipment/list',
      '/manage/eg/gateway',
      '/manage/eg/template/list',
      '/manage/eg/group',
      '/manage/eg/project/list',
      '/manage/eg/project/list-operation',
      '/manage/eg/scene',
      '/manage/excel/list',
    ],
  },
  {
    label: { en: 'Operations', 'zh-cn': '运维' },
    entries: [
      '/manage/ops/repairs',
      '/manage/ops/worksheet',
      '/manage/ops/inspection_plan',
      '/manage/ops/inspection_content',
    ],
  },
  {
    label: { en: 'Organisation', 'zh-cn': '组织' },
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
  {
    label: { en: 'Extensions', 'zh-cn': '扩展' },
    entries: [
      '/manage/api/list',
      '/manage/style/list',
      '/manage/style/system',
      '/manage/vas/custom-style',
      '/manage/vas/custom-platform',
      '/manage/openys',
      '/manage/card/list',
      '/manage/card/order',
      '/manage/card/invoice',
      '/manage/sms/buy',
      '/manage/sms/send',
      '/manage/sms/statistics',
    ],
  },
  {
    label: { en: 'Platform', 'zh-cn': '平台' },
    entries: [
      '/manage/system/hardware',
      '/manage/system/protocol',
      '/manage/system/model',
      '/manage/system/version',
      '/manage/system/msg',
      '/manage/system/market',
      '/manage/system/license',
      '/manage/system/history-quarantine',
      '/manage/system/feedback',
      '/manage/system/outbox',
      '/manage/system/sign-on',
    ],
  },
]
