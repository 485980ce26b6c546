import { routes } from '../../../ui/routes.ts'

const page = () => import('./page-group-view.tsx')
const under = '/monitor/eg/group'

export default routes([
  {
    // [S2] The groups with their devices; opening a device does not leave the group.
    path: '/monitor/eg/group',
    page,
    may: 'monitor:view',
    menu: { icon: 'group', label: { en: 'Device groups', 'zh-cn': '分组监控' } },
  },
  {
    path: '/monitor/eg/group/list/{groupId}/{id}',
    page,
    may: 'monitor:view',
    title: { en: 'Device of a group', 'zh-cn': '分组设备' },
    under,
    needsWidth: true,
  },
  {
    path: '/monitor/eg/group/configuration/{groupId}/{id}',
    page,
    may: 'monitor:view',
    title: { en: 'Start page of a device of a group', 'zh-cn': '分组设备起始页面' },
    under,
    needsWidth: true,
  },
  {
    path: '/monitor/eg/group/configuration/{groupId}/{id}/{pageId}',
    page,
    may: 'monitor:view',
    title: { en: 'Configuration page of a device of a group', 'zh-cn': '分组设备组态页面' },
    under,
    needsWidth: true,
  },
])
