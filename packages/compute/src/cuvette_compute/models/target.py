"""A protein of the platform as the mmCIF file that programs read: chains by their names, residues counted from 1."""

from __future__ import annotations

from typing import Any

from ..proteins.structure import atom_name, take


def mmcif_text(pdb: dict[str, Any]) -> str:
    """The first model, the most occupied of alternate places; waters are left out. Raises InputError where there is no chain."""
    import gemmi

    structure = gemmi.Structure()
    model = gemmi.Model(1)
    chains: dict[str, Any] = {}
    for entry in take(pdb).entries:
        if entry.place == "water":
            continue
        chain = chains.setdefault(entry.chain, gemmi.Chain(entry.chain or "A"))
        residue = gemmi.Residue()
        residue.name = entry.name
        residue.seqid = gemmi.SeqId(entry.number if entry.number is not None else len(chain) + 1, entry.insertion or " ")
        polymer = entry.place == "polymer"
        residue.entity_type = gemmi.EntityType.Polymer if polymer else gemmi.EntityType.NonPolymer
        # The name that residues are chosen by: a chain's own for the chain, another for each ligand.
        residue.subchain = entry.chain if polymer else f"{entry.chain}x{len(chain)}"
        residue.label_seq = len(chain) + 1 if polymer else None
        residue.het_flag = "A" if polymer else "H"
        for one in entry.atoms:
            atom = gemmi.Atom()
            atom.name = atom_name(one)
            atom.element = gemmi.Element(str(one["element"]))
            atom.pos = gemmi.Position(one["x"], one["y"], one["z"])
            atom.b_iso = float(one.get("bvalue") or 0.0)
            residue.add_atom(atom)
        chain.add_residue(residue)
    for chain in chains.values():
        model.add_chain(chain)
    structure.add_model(model)
    structure.setup_entities()
    for entity in structure.entities:
        if entity.entity_type == gemmi.EntityType.Polymer and not entity.full_sequence:
            entity.full_sequence = [residue.name for residue in structure[0].get_subchain(entity.subchains[0])]
    return structure.make_mmcif_document().as_string()
