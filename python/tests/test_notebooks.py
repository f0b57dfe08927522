"""The notebooks run from the first cell to the last."""

import pathlib

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")

FOLDER = pathlib.Path(__file__).resolve().parents[2] / "examples" / "notebooks"


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.ipynb")), ids=lambda path: path.stem)
def test_a_notebook_runs(path, tmp_path):
    notebook = nbformat.read(path, as_version=4)
    assert not any(cell.get("outputs") for cell in notebook.cells), "outputs are not kept"
    nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(tmp_path)}}).execute()
    shown = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    # On a slow machine bars are drawn there; nothing else is said.
    told = "".join(output.get("text", "") for output in shown if output.get("name") == "stderr")
    assert "Warning" not in told and "Error" not in told, told
    kinds = {kind for output in shown for kind in output.get("data", {})}
    assert "image/svg+xml" in kinds, "no picture was drawn"


def test_there_are_three():
    assert len(list(FOLDER.glob("*.ipynb"))) == 3
