// The search box command for writing: `write pump`.
import { shellPart } from '../../../ui/shell-part.ts'

export default shellPart({
  verbs: [
    {
      key: 'write',
      label: { en: 'Write a variable…', 'zh-cn': '写入变量…' },
      names: { en: ['write'], 'zh-cn': ['写入', '写'] },
      icon: 'write',
      may: 'signal:write',
    },
  ],
})
