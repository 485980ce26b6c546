// 3D scenes on pages, for whoever edits one.
export { drawnOf, onPage as withSceneBinds } from '../page/scenes.ts'
