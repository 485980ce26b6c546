// The pages that show a scene, listed before it is deleted.
import { useQuery } from '@tanstack/react-query'
import { queryOf } from '../../../contract/call.ts'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import { useName } from '../../platform/open/translation-name.ts'
import { queryScenePages, type SceneId } from './contract.ts'
import { sceneText } from './text.ts'

export function SceneUses({ id }: { id: SceneId }) {
  const t = useText(sceneText)
  const named = useName()
  const { data, error, refetch } = useQuery({ ...queryOf(queryScenePages, { id }), staleTime: 0 })
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton lines={2} />
  const isNone = data.rows.length === 0
  return (
    <div className="scene-uses">
      <p>
        {t('deleteNote')} {t(isNone ? 'shownOnNone' : 'shownOn')}
      </p>
      {!isNone && (
        <ul>
          {data.rows.map((page) => (
            <li key={page.id}>
              {named(page.title)}{' '}
              <small>{[page.isTemplate && t('ofTemplate'), named(page.of)].filter(Boolean).join(' · ')}</small>
            </li>
          ))}
        </ul>
      )}
      {data.hasMore && <p>{t('shownOnMore')}</p>}
    </div>
  )
}
