// The current model of a 3D scene, for components that draw it.
import { useQuery } from '@tanstack/react-query'
import type { Scene } from './contract.ts'
import scenes from './service-scenes.ts'

export const useSceneModel = (scene: Pick<Scene, 'key' | 'updatedAt'> | undefined) =>
  useQuery({
    queryKey: ['scene', scene?.key, scene?.updatedAt],
    queryFn: ({ signal }) => scenes.model({ key: scene?.key ?? '' }, { signal }),
    enabled: scene !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    // A model has megabytes: it is dropped when no component uses it.
    gcTime: 0,
  })
