// History from the search box: `history level`.
import { shellPart } from '../../../ui/shell-part.ts'

export default shellPart({
  verbs: [
    {
      key: 'history',
      label: { en: 'Open the history of…', 'zh-cn': '打开历史…' },
      names: { en: ['history'], 'zh-cn': ['历史'] },
      icon: 'chart',
      may: 'history:view',
    },
  ],
})
