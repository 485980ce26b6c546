import { words } from '../../ui/words.ts'

export const hostText = words('widgets', {
  en: {
    broken: 'Widget “{{name}}” cannot be drawn',
    unknown: 'Unknown widget type {{type}}',
    notLoaded: 'The widget could not be loaded; reload the page',
    notOffered: 'Shown in monitoring',
    unseen: 'no permission',
    uncertain: 'uncertain',
  },
  'zh-cn': {
    broken: '组件“{{name}}”无法显示',
    unknown: '未知的组件类型 {{type}}',
    notLoaded: '组件加载失败，请刷新页面',
    notOffered: '在监控中显示',
    unseen: '无权限',
    uncertain: '不确定',
  },
})
