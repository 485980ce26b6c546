// Adding a template from the search box.
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
