// 3D scenes on pages, for rooms that edit them.
export { drawnOf, onPage as withSceneBinds } from '../page/part-scenes.ts'
