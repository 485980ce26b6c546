// What live monitoring adds to the shell: variables in the search box.
import { call } from '../../contract/call.ts'
import { pathOf } from '../../ui/routes.ts'
import { shellPart } from '../../ui/shell-part.ts'
import { nameOf } from '../translation/part-name.ts'
import { searchSignals } from './contract.ts'

export default shellPart({
  order: 2,
  search: [
    {
      id: 'variables',
      label: { en: 'Variables', 'zh-cn': '变量' },
      find: async (keyword, signal) => {
        const found = await call(searchSignals, { keyword }, { signal })
        return found.map(({ id, title, address, equipmentId, equipmentName }) => ({
          id: String(id),
          title: nameOf(title),
          note: `${nameOf(equipmentName)} · ${address}`,
          icon: 'monitor' as const,
          to: `${pathOf('/monitor/eg/detail/list/{id}/{alarm}', { id: equipmentId, alarm: 0 })}?signal=${id}`,
        }))
      },
    },
  ],
})
