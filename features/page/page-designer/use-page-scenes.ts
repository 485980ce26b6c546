// Current bindings of the 3D scenes on an edited page, including scenes added since it was opened.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { queryOf } from '../../../contract/call.ts'
import type { PageWidget } from '../../../contract/page-document.ts'
import { type SceneBinds, sceneKeysIn } from '../../../contract/scene-document.ts'
import { queryPageScenes } from '../page/contract.ts'

const none: SceneBinds[] = []

export function usePageScenes(widgets: readonly PageWidget[], isShown: boolean): SceneBinds[] {
  const text = useMemo(() => sceneKeysIn(widgets).join(), [widgets])
  const keys = useMemo(() => text.split(',').filter(Boolean), [text])
  // Requested for each preview: another user may have bound a scene in the meantime.
  const { data } = useQuery({
    ...queryOf(queryPageScenes, { keys }),
    enabled: isShown && keys.length > 0,
    staleTime: 0,
  })
  return data ?? none
}
