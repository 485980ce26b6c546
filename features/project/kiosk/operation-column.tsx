// The displays of each project, in the list of project operations.
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../../contract/call.ts'
import { formatNumber, nothingShown } from '../../../ui/format.ts'
import { Go } from '../../../ui/place.tsx'
import { useText } from '../../../ui/words.ts'
import type { OperationColumn } from '../project/part-operation-column.ts'
import { projectPath } from '../project/part-paths.ts'
import { countDisplays } from './contract.ts'
import { kioskText } from './text.ts'

const refreshMs = 60_000

export default {
  may: 'share:edit',
  useColumn: (isAllowed) => {
    const t = useText(kioskText)
    const query = useQuery({ ...queryOf(countDisplays, {}), refetchInterval: refreshMs, enabled: isAllowed })
    const counts = new Map(query.data?.map(({ projectId, ...count }) => [projectId, count]))
    const none = { displays: 0, signedIn: 0 }
    return {
      query,
      openIds: query.data && new Set([...counts].flatMap(([id, { signedIn }]) => (signedIn > 0 ? [id] : []))),
      column: {
        ...{ key: 'displays', title: t('displays'), align: 'right', sort: true, phone: 'hide' },
        cell: ({ id }) => {
          // Not loaded: nothing is known.
          if (!query.data) return nothingShown
          const { displays, signedIn } = counts.get(id) ?? none
          if (displays === 0) return formatNumber(0)
          const words = signedIn > 0 ? t('displaysIn', { count: signedIn }) : ''
          return <Go to={projectPath(id, 'displays')}>{[formatNumber(displays), words].filter(Boolean).join(' · ')}</Go>
        },
        text: ({ id }) => (query.data ? (counts.get(id) ?? none).displays : ''),
      },
    }
  },
} satisfies OperationColumn
