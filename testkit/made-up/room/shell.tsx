// Shift notes in the search box.
import { call } from '../../../contract/call.ts'
import { withSearch } from '../../../ui/place.tsx'
import { pathOf } from '../../../ui/routes.ts'
import { shellPart } from '../../../ui/shell-part.ts'
import { searchShiftNotes } from './contract.ts'

export default shellPart({
  order: 3,
  search: [
    {
      id: 'shiftNotes',
      label: { en: 'Shift notes', 'zh-cn': '交班记录' },
      find: async (keyword, pageNo, signal) => {
        const { total, rows } = await call(searchShiftNotes, { keyword, pageNo, pageSize: 8 }, { signal })
        const hits = rows.map(({ id, equipmentId, note, author }) => ({
          id: String(id),
          title: note,
          note: author,
          icon: 'log' as const,
          to: withSearch(pathOf('/monitor/eg/detail/list/{id}/{alarm}', { id: equipmentId, alarm: 0 }), {
            tab: 'shift',
          }),
        }))
        return { total, hits }
      },
    },
  ],
})
