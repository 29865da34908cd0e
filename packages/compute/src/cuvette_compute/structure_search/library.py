"""All molecules of a server in memory, as far as a search needs them: SMILES and fingerprints by their numbers."""

from __future__ import annotations

import base64

import numpy as np
from rdkit import Chem, DataStructs
from rdkit.Chem import rdSubstructLibrary

from .describe import BITS

_WORDS = BITS // 64
_BYTES = BITS // 8


def _bits(content: bytes) -> DataStructs.ExplicitBitVect:
    """A fingerprint from its bytes. RDKit's type hints ask for a text, but a text cannot hold all bytes."""
    return DataStructs.CreateFromBinaryText(content)  # pyright: ignore[reportArgumentType]


class Library:
    """Molecules by number. Some 700 bytes each: SMILES, 256 bytes of pattern fingerprint, 256 bytes of Morgan fingerprint."""

    def __init__(self) -> None:
        self._holder = rdSubstructLibrary.CachedTrustedSmilesMolHolder()
        self._patterns = rdSubstructLibrary.PatternHolder(BITS)
        self._library = rdSubstructLibrary.SubstructLibrary(self._holder, self._patterns)
        self._numbers = np.zeros(1024, dtype=np.int64)
        self._similarity = np.zeros((1024, _WORDS), dtype=np.uint64)
        self._set = np.zeros(1024, dtype=np.int32)
        self.count = 0

    def add(self, numbers: list[int], smiles: list[str], patterns: str, similarities: str) -> None:
        """
        Add molecules: their numbers, canonical SMILES (as `describe` gives them: they are read without being checked again) and
        fingerprints, all of a kind one after the other in base64. Raises ValueError where the lengths do not fit.
        """
        pattern, similarity = base64.b64decode(patterns), base64.b64decode(similarities)
        if not len(numbers) == len(smiles) == len(pattern) / _BYTES == len(similarity) / _BYTES:
            raise ValueError("The fingerprints do not fit the number of molecules.")
        end = self.count + len(numbers)
        self._grow(end)
        for index, text in enumerate(smiles):
            self._holder.AddSmiles(text)
            self._patterns.AddFingerprint(_bits(pattern[index * _BYTES : (index + 1) * _BYTES]))
        words = np.frombuffer(similarity, dtype=np.uint64).reshape(-1, _WORDS)
        self._numbers[self.count : end] = numbers
        self._similarity[self.count : end] = words
        self._set[self.count : end] = np.bitwise_count(words).sum(axis=1)
        self.count = end

    def _grow(self, needed: int) -> None:
        size = len(self._numbers)
        if needed <= size:
            return
        more = max(needed, 2 * size) - size
        self._numbers = np.concatenate([self._numbers, np.zeros(more, dtype=np.int64)])
        self._similarity = np.concatenate([self._similarity, np.zeros((more, _WORDS), dtype=np.uint64)])
        self._set = np.concatenate([self._set, np.zeros(more, dtype=np.int32)])

    def containing(self, query: Chem.Mol, threads: int) -> list[int]:
        """Numbers of the molecules that contain a query, chirality included: screened by pattern fingerprints, then matched."""
        found = self._library.GetMatches(query, numThreads=threads, maxResults=-1)
        return self._numbers[np.fromiter(found, dtype=np.int64)].tolist()

    def similar(self, fingerprint: str, least: float) -> list[tuple[int, float]]:
        """Numbers and Tanimoto coefficients of the molecules at or above a threshold (0 to 1), the most similar first."""
        asked = np.frombuffer(base64.b64decode(fingerprint), dtype=np.uint64)
        own = int(np.bitwise_count(asked).sum())
        here = self._set[: self.count]
        # A coefficient of `least` needs between least * own and own / least bits, so others are not looked at.
        rows = np.nonzero((here >= least * own) & (here * least <= own))[0]
        common = np.bitwise_count(self._similarity[rows] & asked).sum(axis=1, dtype=np.int32)
        either = here[rows] + own - common
        tanimoto = np.divide(common, either, out=np.zeros(len(rows)), where=either > 0)
        kept = tanimoto >= least
        order = np.argsort(-tanimoto[kept], kind="stable")
        return list(zip(self._numbers[rows[kept]][order].tolist(), tanimoto[kept][order].round(4).tolist(), strict=True))
