// The pictures of the organisation, for the designer.
import { call } from '../../../contract/call.ts'
import { limits } from '../../../contract/limits.ts'
import { dataUrlOf } from '../../../ui/data-url.ts'
import { addPicture, deletePicture, type Picture, queryPictures } from '../picture/contract.ts'
import { smaller } from '../picture/smaller.ts'
import { uploadFault } from '../picture/upload-fault.ts'

export const pictureSource = {
  list: (): Promise<Picture[]> => call(queryPictures, {}),
  async add(file: File): Promise<Picture> {
    const title = file.name.replace(/\.\w{1,5}$/, '').slice(0, limits.titleLength) || file.name
    return call(addPicture, { title, picture: await dataUrlOf(await smaller(file)) }).catch((error: unknown) => {
      throw uploadFault(error)
    })
  },
  async remove({ path }: Pick<Picture, 'path'>): Promise<void> {
    await call(deletePicture, { path })
  },
}
