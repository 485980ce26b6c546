// The search box command for adding a template.
import { shellPart } from '../../../ui/shell-part.ts'

export default shellPart({
  acts: [
    {
      key: 'addTemplate',
      label: { en: 'Add template', 'zh-cn': '新增模板' },
      icon: 'plus',
      may: 'template:add',
      to: '/manage/eg/template/add',
    },
  ],
})
