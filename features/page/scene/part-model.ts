// The model of a 3D scene as it is now, for whoever draws it.
import { useQuery } from '@tanstack/react-query'
import type { Scene } from './contract.ts'
import scenes from './service-scenes.ts'

export const useSceneModel = (scene: Pick<Scene, 'key' | 'updatedAt'> | undefined) =>
  useQuery({
    queryKey: ['scene', scene?.key, scene?.updatedAt],
    queryFn: ({ signal }) => scenes.model({ key: scene?.key ?? '' }, { signal }),
    enabled: scene !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    // Megabytes are not kept for a look that is over.
    gcTime: 0,
  })
