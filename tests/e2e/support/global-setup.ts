import { join } from 'node:path';
import { Product } from './product.ts';

/** Starts the product that all tests share, and ends it after the last one. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const product = await Product.start();
  try {
    process.env.CUVETTE_E2E_ORIGIN = product.origin;
    process.env.CUVETTE_E2E_KEY = product.key;
    process.env.CUVETTE_E2E_LINK = product.link;
    process.env.CUVETTE_E2E_SIGNED_IN = join(product.data, 'e2e-signed-in.json');
    await product.workerReady();
  } catch (error) {
    await product.stop();
    throw error;
  }
  return () => product.stop();
}
